"""The check words of a hash: eight things, the same in each language."""

from scorekeeper.journal import words
from scorekeeper.journal.words import check_words


def test_each_of_256_words_names_one_thing_and_no_two_are_alike():
    for language, known in words._WORDS.items():
        assert len({word.casefold() for word in known}) == len(known) == 256, language
        assert all((word.isalpha() and 2 < len(word) < 10) or word in ("ox", "Ei") for word in known), language


def test_the_words_are_the_first_64_bits_and_will_stay_so():
    digest = "0a107f" + "00" * 4 + "ff" + "01" * 24
    assert check_words("00" * 32, "en") == ("anchor",) * 8
    assert check_words(digest, "en") == ("ball", "bath", "fog", *("anchor",) * 4, "spoon")
    assert check_words(digest, "de") == ("Ball", "Wanne", "Nebel", *("Anker",) * 4, "Löffel")


def test_a_print_of_version_0_1_0_with_its_three_words_still_matches():
    assert check_words("0a107fff" + "00" * 28, "de")[:3] == ("Ball", "Wanne", "Nebel")


def test_a_language_without_words_of_its_own_gets_the_english_ones():
    assert check_words("00" * 32, "fr") == ("anchor",) * 8
