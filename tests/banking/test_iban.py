"""IBANs: how people type them, and what the error says about a wrong one."""

import pytest
from stdnum import numdb

from scorekeeper.banking.iban import SEPA, check_iban, compact_iban, is_qr_iban
from scorekeeper.phrase import Refused

PLAIN = "AT611904300234573201"
RIGHT = (
    *(PLAIN, "DE89370400440532013000", "NO9386011117947", "MT84MALT011000012345MTLCAST001S", "CH9300762011623852957"),
    *("CZ6508000000192000145399", "AL47212110090000000235698741", "ME25505000012345678951", "MK07250120000058984"),
    *("MD24AG000225100013104168", "RS35260005601001611379", "GR1601101250000000012300695", "BG80BNBG96611020345678"),
)


def error_of(iban):
    with pytest.raises(Refused) as refused:
        check_iban(iban)
    assert refused.value.key == "iban"
    return refused.value.phrase.text


def test_valid_ibans_of_sepa_are_accepted_those_that_joined_last_too():
    for iban in RIGHT:
        check_iban(iban)


@pytest.mark.parametrize(("right", "wrong"), [("97", "00"), ("98", "01"), ("02", "99")])
def test_check_digits_are_02_to_98(right, wrong):
    account = {"97": "1904300234573232", "98": "1904300234573214", "02": "1904300234573293"}[right]
    check_iban(f"AT{right}{account}")
    assert error_of(f"AT{wrong}{account}") == "a digit or letter of this IBAN is wrong, or two are swapped"


def test_the_lengths_of_our_countries_are_those_of_the_register():
    for country, length in SEPA.items():
        ((_, structure),) = [part for part in numdb.get("iban").info(country + "0") if part[0] == country]
        inside = sum(
            int(part.split("!")[0])
            for part in structure["bban"].replace("n", " ").replace("a", " ").replace("c", " ").split()
        )
        assert inside + 4 == length, country


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "AT61 1904 3002 3457 3201",
            "at611904300234573201",
            "IBAN AT61 1904 3002 3457 3201",
            "IBAN: AT611904300234573201",
        ),
        *(
            "AT61-1904-3002-3457-3201",
            "AT61.1904.3002.3457.3201",
            "\ufeffAT61\u00a01904\u202f3002–3457‑3201 ",
            "ＡＴ６１1904300234573201",
        ),
        "Iban:at61 19043002 34573201",
    ],
)
def test_an_iban_is_taken_as_people_type_and_paste_it(typed):
    assert compact_iban(typed) == PLAIN


@pytest.mark.parametrize(
    ("iban", "said"),
    [
        ("", "begins with two letters"),
        ("IBAN", "begins with two letters"),
        ("1904300234573201", "begins with two letters"),
        (PLAIN.replace("9", "/"), "begins with two letters"),
        ("TR330006100519786457841326", "not a country of SEPA"),
        ("BR1800360305000010009795493C1", "not a country of SEPA"),
        ("AE070331234567890123456", "not a country of SEPA"),
        ("QA58DOHB00001234567890ABCDEFG", "not a country of SEPA"),
        (PLAIN[:-1], "letters and digits, this one"),
        (PLAIN + "0", "letters and digits, this one"),
        ("DE" + PLAIN[2:], "letters and digits, this one"),
        (PLAIN[:-1] + "2", "a digit or letter"),
        (PLAIN[:-2] + "10", "a digit or letter"),
        (PLAIN[:5] + "A" + PLAIN[6:], "a digit or letter"),
        ("AT" + "00" + PLAIN[4:], "a digit or letter"),
    ],
)
def test_the_error_names_what_is_wrong_with_an_iban(iban, said):
    assert said in error_of(iban)


def test_each_wrong_digit_and_each_swap_of_neighbours_is_found():
    for place in range(4, len(PLAIN)):
        for digit in "0123456789":
            if digit != PLAIN[place]:
                assert "a digit or letter" in error_of(PLAIN[:place] + digit + PLAIN[place + 1 :])
        if place > 4 and PLAIN[place - 1] != PLAIN[place]:
            swapped = PLAIN[: place - 1] + PLAIN[place] + PLAIN[place - 1] + PLAIN[place + 1 :]
            assert "a digit or letter" in error_of(swapped)


def test_a_qr_iban_is_known_by_the_number_of_its_bank():
    assert [
        is_qr_iban(iban) for iban in ("CH4431999123000889012", "LI7408806123456789012", "CH9300762011623852957")
    ] == [
        True,
        False,
        False,
    ]
