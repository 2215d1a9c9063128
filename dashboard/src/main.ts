import "uplot/dist/uPlot.min.css";
import "./styles/app.css";
import { App } from "./ui/app";

const app = new App(document.getElementById("app")!, new Worker("worker.js", { type: "module" }));
Object.defineProperty(window, "telemetry", { value: app.telemetry });
app.start();
