// Shows moments by the clock of this phone; the server's may be in another time zone. Today needs no date.
import { all, on } from "./dom.js";

const language = document.documentElement.lang;
// As the server writes it: 01:05, or 1:05 AM.
const isTwelve = new Intl.DateTimeFormat(language, { hour: "numeric" }).resolvedOptions().hour12;
const CLOCK = { hour: isTwelve ? "numeric" : "2-digit", minute: "2-digit" };
const DATE = { day: "2-digit", month: "2-digit", year: "2-digit" };

export const timeOfDay = (moment, more) => moment.toLocaleTimeString(language, { ...CLOCK, ...more });

const write = (moment) => {
  const isToday = moment.toDateString() === new Date().toDateString();
  return isToday ? timeOfDay(moment) : moment.toLocaleString(language, { ...DATE, ...CLOCK });
};

const showMoments = () => {
  for (const place of all("time[datetime]")) {
    const moment = new Date(place.dateTime);
    if (!isNaN(moment)) place.textContent = write(moment);
  }
};
on("renewed", showMoments);
showMoments();
