"""Currencies by their ISO 4217 codes: the coins that amounts are counted in, and the coins that people pay with.

What is stored is counted in the coins of `DIGITS`, so a line may be added there for a new code, and none may change or
go, also when a currency ends or a coin leaves the purse. No library is asked, as its data changes from version to
version: Babel 2.18.0 had two decimals for HUF, COP and IDR and none for RSD, Babel 2.19.0 the other way round.

Sources of `DIGITS`: the codes and decimals of Babel 2.18.0 (CLDR 47), with which amounts were written until 2026-11;
but two for RSD as in ISO 4217, List One, which has two for HUF, COP and IDR as well; and XAD of Babel 2.19.0. Not all
of them are money (`is_money`).

Sources of `smallest_payment`, as of 2026-11: the cash rounding of CLDR 47 and 48, the third and fourth number of its
`currency_fractions`; and where CLDR has none, the smallest coin that a central bank still issues: AUD (no 1 and 2 cents
since 1992), BAM (coins from 5 feninga), ILS (no 5 agorot since 2008), MKD (no 50 deni since 2013), MYR (rounded to
5 sen since 2008), NZD (no 5 cents since 2006), SGD (no 1 cent since 2002), UAH (no 10 kopiyok since 2025-10), ZAR (no
5 cents since 2012). All amounts can be paid in EUR, GBP, ISK, PLN, RON and others; some countries round the euro to
5 cents, which their tables set themselves.
"""

from collections.abc import Mapping
from decimal import Decimal

_CODES = {
    0: """ADP AFN ALL BIF BYR CLP DJF ESP GNF IQD IRR ISK ITL JPY KMF KPW KRW LAK LBP LUF MGA MGF MMK MRO PYG RWF
        SLL SOS STD SYP TMM TRL UGX UYI VND VUV XAF XOF XPF YER ZMK ZWD""",
    2: """AED AFA ALK AMD ANG AOA AOK AON AOR ARA ARL ARM ARP ARS ATS AUD AWG AZM AZN BAD BAM BAN BBD BDT BEC BEF
        BEL BGL BGM BGN BGO BMD BND BOB BOL BOP BOV BRB BRC BRE BRL BRN BRR BRZ BSD BTN BUK BWP BYB BYN BZD CAD CDF
        CHE CHF CHW CLE CNH CNX CNY COP COU CRC CSD CSK CUC CUP CVE CYP CZK DDM DEM DKK DOP DZD ECS ECV EEK EGP ERN
        ESA ESB ETB EUR FIM FJD FKP FRF GBP GEK GEL GHC GHS GIP GMD GNS GQE GRD GTQ GWE GWP GYD HKD HNL HRD HRK HTG
        HUF IDR IEP ILP ILR ILS INR ISJ JMD KES KGS KHR KRH KRO KYD KZT LKR LRD LSL LTL LTT LUC LUL LVL LVR MAD MAF
        MCF MDC MDL MKD MKN MLF MNT MOP MRU MTL MTP MUR MVP MVR MWK MXN MXP MXV MYR MZE MZM MZN NAD NGN NIC NIO NLG
        NOK NPR NZD PAB PEI PEN PES PGK PHP PKR PLN PLZ PTE QAR RHD ROL RON RSD RUB RUR SAR SBD SCR SDD SDG SDP SEK
        SGD SHP SIT SKK SLE SRD SRG SSP STN SUR SVC SZL THB TJR TJS TMT TOP TPE TRY TTD TWD TZS UAH UAK UGS USD USN
        USS UYP UYU UZS VEB VED VEF VES VNN WST XAD XAG XAU XBA XBB XBC XBD XCD XCG XDR XEU XFO XFU XPD XPT XRE XSU
        XTS XUA XXX YDD YUD YUM YUN YUR ZAL ZAR ZMW ZRN ZRZ ZWG ZWL ZWR""",
    3: "BHD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}

DIGITS: Mapping[str, int] = {code: digits for digits, codes in _CODES.items() for code in codes.split()}
"""The decimals of the smallest coin of each currency."""

_WHOLE = "AMD COP CRC CZK GYD HUF IDR MNT MUR NOK PKR RSD SEK TWD TZS UZS VEF"
WHOLE = frozenset(_WHOLE.split())
"""Currencies with decimals whose whole amounts are written without them, as no such coins exist (CLDR 47)."""

# ISO 4217 keeps X for what no country issues: metals, funds, tests. These five are money of several countries.
_MONEY_OF_SEVERAL = ("XAF", "XCD", "XCG", "XOF", "XPF")
_FUNDS = ("BOV", "CHE", "CHW", "CLF", "COU", "MXV", "USN", "USS", "UYI", "UYW")


def is_money(code: str) -> bool:
    """Return whether a code stands for money, not for a metal, a fund or a test."""
    return code in DIGITS and code not in _FUNDS and (not code.startswith("X") or code in _MONEY_OF_SEVERAL)


def digits_shown(amount: Decimal, code: str) -> int:
    """Return with how many decimals an amount is written: without those that are always zero."""
    return 0 if code in WHOLE and amount == amount.to_integral_value() else DIGITS[code]


EARLIER_DIGITS: Mapping[str, int] = {"COP": 0, "HUF": 0, "IDR": 0, "RSD": 0}
"""The decimals with which other amounts of these currencies were written until 2026-11, by one of these versions."""

_PAID_IN = {
    5: "AUD BAM CAD CHF MYR SGD",
    10: "ILS NZD ZAR",
    20: "MRU",
    50: "DKK UAH",
    100: "AMD COP CRC CZK GYD IDR MKD MNT MUR NOK PKR RSD SEK TWD TZS UZS VEF",
    500: "HUF",
}
_SMALLEST: Mapping[str, int] = {code: coin for coin, codes in _PAID_IN.items() for code in codes.split()}


def smallest_payment(currency: str) -> int:
    """Return the smallest coin in which people pay, counted in the coins of `DIGITS`; only for payments to come."""
    return _SMALLEST.get(currency, 1)
