// The pages of a night, for onlookers.
import "./page.js";
import "./live.js";
import "./wishes.js";
import "./past.js";
