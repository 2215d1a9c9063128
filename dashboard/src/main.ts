import "uplot/dist/uPlot.min.css";
import "./styles/app.css";
import { language } from "./texts/texts";
import { App } from "./ui/app";

document.documentElement.lang = language;
const app = new App(document.getElementById("app")!, new Worker("worker.js", { type: "module" }));
Object.defineProperty(window, "telemetry", { value: app.telemetry });
app.start();
