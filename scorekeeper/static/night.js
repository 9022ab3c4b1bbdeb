// The pages of a night, for who looks on.
import "./page.js";
import "./live.js";
import "./wishes.js";
import "./past.js";
