"""IBANs as people type them, and what is wrong with one."""

import re
from unicodedata import normalize

from scorekeeper.phrase import Refused, say

# The countries of SEPA and the length of their IBANs, as of November 2026: the list of the European Payments Council
# (EPC409-09), which Albania, Montenegro, North Macedonia and Moldova joined in 2025, Serbia in May 2026. Guernsey,
# Jersey and the Isle of Man have accounts of GB, other territories those of their countries.
_COUNTRIES = """
    AD24 AL28 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27
    LI21 LT20 LU20 LV21 MC27 MD24 ME22 MK19 MT31 NL18 NO15 PL28 PT25 RO24 RS22 SE24 SI19 SK24 SM27 VA22
"""
SEPA = {each[:2]: int(each[2:]) for each in _COUNTRIES.split()}
_SEPARATORS = re.compile(r"[\s.\-‐-―−\u200b-\u200d\u2060\ufeff]+")


def compact_iban(text: str) -> str:
    """Return a typed IBAN in capitals, without blanks, hyphens, and the word IBAN before it."""
    plain = _SEPARATORS.sub("", normalize("NFKC", text[:100])).upper()
    return re.sub("^IBAN:?", "", plain)


def check_iban(iban: str) -> None:
    """Refuse an IBAN that no account of SEPA can have (ISO 13616): its country, its length, or a digit is wrong."""
    from stdnum import iban as registered  # with it come `pydoc` and the countries' own forms, few nights need it
    from stdnum.exceptions import ValidationError

    country = iban[:2]
    if not re.fullmatch("[A-Z]{2}[0-9]{2}[A-Z0-9]*", iban):
        raise Refused("iban", say("an IBAN begins with two letters and two digits, such as AT61"))
    if country not in SEPA:
        raise Refused(
            "iban", say("{country} is not a country of SEPA, whose accounts this code is for", country=country)
        )
    if len(iban) != SEPA[country]:
        text = say(
            "an IBAN with {country} has {right} letters and digits, this one {found}",
            country=country,
            right=SEPA[country],
            found=len(iban),
        )
        raise Refused("iban", text)
    wrong = Refused("iban", say("a digit or letter of this IBAN is wrong, or two are swapped"))
    if iban[2:4] in ("00", "01", "99"):
        raise wrong  # the standard has 97, 98 and 02 for them, with the same remainder
    try:
        registered.validate(iban, check_country=False)
    except ValidationError:
        raise wrong from None


def is_qr_iban(iban: str) -> bool:
    """Return whether a valid IBAN only takes Swiss bills with a reference: its bank's number says so."""
    return iban[:2] in ("CH", "LI") and "30000" <= iban[4:9] <= "31999"
