// The pages of a night, with write access.
import "./night.js";
import "./entering.js";
import "./entry.js";
import "./outbox.js";
