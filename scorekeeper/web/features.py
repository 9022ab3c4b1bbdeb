"""The features of the web application: request handlers and blueprints."""

from flask import Flask

from scorekeeper.web.access import views as access_views
from scorekeeper.web.access.broken_night import handle_broken_nights
from scorekeeper.web.access.current import protect_nights
from scorekeeper.web.audit import views as audit_views
from scorekeeper.web.core.assets import serve_assets
from scorekeeper.web.core.lifecycle import handle_requests
from scorekeeper.web.core.script_errors import count_script_errors
from scorekeeper.web.deal import views as deal_views
from scorekeeper.web.groups import evenings, kitty, members, opening_balances, season, settings, statement, tables
from scorekeeper.web.groups import views as groups_views
from scorekeeper.web.groups.current import protect_groups
from scorekeeper.web.opening import own_sheet
from scorekeeper.web.opening import views as opening_views
from scorekeeper.web.rules import views as rules_views
from scorekeeper.web.settlement import bank_code
from scorekeeper.web.settlement import views as settlement_views
from scorekeeper.web.sheet import board, paper, plot, polling
from scorekeeper.web.sheet import views as sheet_views
from scorekeeper.web.table import views as table_views
from scorekeeper.web.template_functions import add_to_templates

_BLUEPRINTS = (
    access_views.pages,
    rules_views.pages,
    opening_views.pages,
    own_sheet.pages,
    deal_views.pages,
    audit_views.pages,
    settlement_views.pages,
    bank_code.pages,
    groups_views.pages,
    members.pages,
    settings.pages,
    season.pages,
    tables.pages,
    evenings.pages,
    statement.pages,
    opening_balances.pages,
    kitty.pages,
    table_views.pages,
    sheet_views.pages,
    plot.pages,
    board.pages,
    polling.pages,
    paper.pages,
)


def register_features(app: Flask) -> None:
    """Register the request handlers and blueprints of all features."""
    handle_requests(app)
    serve_assets(app)
    count_script_errors(app)
    protect_nights(app)
    protect_groups(app)
    handle_broken_nights(app)
    add_to_templates(app)
    for blueprint in _BLUEPRINTS:
        app.register_blueprint(blueprint)
