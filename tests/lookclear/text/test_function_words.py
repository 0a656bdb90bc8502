from lookclear.text.function_words import FUNCTION_WORDS


def test_each_language_has_enough_words_and_none_twice():
    for language, words in FUNCTION_WORDS.items():
        assert 14 <= len(set(words.split())) == len(words.split()), language
