import { firstNumbers } from "../first-numbers.mjs";

document.querySelector("output").textContent = JSON.stringify(await firstNumbers(), null, 2);
