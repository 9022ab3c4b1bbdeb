// The pages of a night, for who may write.
import "./night.js";
import "./entering.js";
import "./entry.js";
import "./outbox.js";
