"""The form by which a reader chooses another language."""

from scorekeeper.web.core.forms import SmallForm, TypedField


class LanguageForm(SmallForm):
    """The page on which a reader chose another language."""

    back = TypedField()
