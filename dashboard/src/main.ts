import "uplot/dist/uPlot.min.css";
import "./styles/app.css";
import { Api } from "./api/api";
import { needsLogIn, readSession, type Session } from "./api/session";
import { language } from "./texts/texts";
import { App } from "./ui/app";
import { makeLogIn } from "./ui/log-in";

document.documentElement.lang = language;
const root = document.getElementById("app")!;

// A monitor that does not answer yet is waited for by the page itself.
const unknown: Session = { accounts: false, open: true, name: null, role: null };
void readSession(new Api())
  .catch(() => unknown)
  .then(start);

function start(session: Session): void {
  if (needsLogIn(session)) {
    root.replaceChildren(makeLogIn(new Api(), session.accounts, () => location.reload()));
    return;
  }
  const app = new App(root, new Worker("worker.js", { type: "module" }), session);
  Object.defineProperty(window, "telemetry", { value: app.telemetry });
  app.start();
}
