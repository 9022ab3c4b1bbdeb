// The pages of a night, for onlookers.
import "./page.js";
import "./live.js";
import "./preferences.js";
import "./chain_check.js";
