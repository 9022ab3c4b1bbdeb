"""Currencies by their ISO 4217 codes, with the decimals of the smallest coin that amounts are counted in.

What is stored is counted in these coins, so a line may be added for a new code, and none may change or go, also when a
currency ends or a coin leaves the purse. No library is asked, as its data changes from version to version: Babel 2.18.0
had two decimals for HUF, COP and IDR and none for RSD, Babel 2.19.0 the other way round.

Sources: the codes and decimals of Babel 2.18.0 (CLDR 47), with which amounts were written until 2026-11, and XAD of
Babel 2.19.0. Not all of them are money (`is_money`).
"""

from collections.abc import Mapping
from decimal import Decimal

_CODES = {
    0: """ADP AFN ALL BIF BYR CLP DJF ESP GNF IQD IRR ISK ITL JPY KMF KPW KRW LAK LBP LUF MGA MGF MMK MRO PYG RSD RWF
        SLL SOS STD SYP TMM TRL UGX UYI VND VUV XAF XOF XPF YER ZMK ZWD""",
    2: """AED AFA ALK AMD ANG AOA AOK AON AOR ARA ARL ARM ARP ARS ATS AUD AWG AZM AZN BAD BAM BAN BBD BDT BEC BEF
        BEL BGL BGM BGN BGO BMD BND BOB BOL BOP BOV BRB BRC BRE BRL BRN BRR BRZ BSD BTN BUK BWP BYB BYN BZD CAD CDF
        CHE CHF CHW CLE CNH CNX CNY COP COU CRC CSD CSK CUC CUP CVE CYP CZK DDM DEM DKK DOP DZD ECS ECV EEK EGP ERN
        ESA ESB ETB EUR FIM FJD FKP FRF GBP GEK GEL GHC GHS GIP GMD GNS GQE GRD GTQ GWE GWP GYD HKD HNL HRD HRK HTG
        HUF IDR IEP ILP ILR ILS INR ISJ JMD KES KGS KHR KRH KRO KYD KZT LKR LRD LSL LTL LTT LUC LUL LVL LVR MAD MAF
        MCF MDC MDL MKD MKN MLF MNT MOP MRU MTL MTP MUR MVP MVR MWK MXN MXP MXV MYR MZE MZM MZN NAD NGN NIC NIO NLG
        NOK NPR NZD PAB PEI PEN PES PGK PHP PKR PLN PLZ PTE QAR RHD ROL RON RUB RUR SAR SBD SCR SDD SDG SDP SEK
        SGD SHP SIT SKK SLE SRD SRG SSP STN SUR SVC SZL THB TJR TJS TMT TOP TPE TRY TTD TWD TZS UAH UAK UGS USD USN
        USS UYP UYU UZS VEB VED VEF VES VNN WST XAD XAG XAU XBA XBB XBC XBD XCD XCG XDR XEU XFO XFU XPD XPT XRE XSU
        XTS XUA XXX YDD YUD YUM YUN YUR ZAL ZAR ZMW ZRN ZRZ ZWG ZWL ZWR""",
    3: "BHD JOD KWD LYD OMR TND",
    4: "CLF UYW",
}

DIGITS: Mapping[str, int] = {code: digits for digits, codes in _CODES.items() for code in codes.split()}
"""The decimals of the smallest coin of each currency."""

WHOLE = frozenset(
    ["AMD", "COP", "CRC", "CZK", "GYD", "HUF", "IDR", "MNT", "MUR", "NOK", "PKR", "SEK", "TWD", "TZS", "UZS", "VEF"]
)
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
