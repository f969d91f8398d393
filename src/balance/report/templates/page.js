"use strict";
(() => {
  const body = (table) => table.tBodies[0];

  const order = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.order ?? cell.textContent.trim();
  };

  const compare = (a, b) => {
    const difference = Number(a) - Number(b);
    return Number.isNaN(difference) ? a.localeCompare(b, "en") : difference;
  };

  const sort = (table, head) => {
    const column = head.cellIndex;
    const now = head.getAttribute("aria-sort");
    const other = { ascending: "descending", descending: "ascending" };
    const direction = now ? other[now] : head.dataset.first;
    const sign = direction === "ascending" ? 1 : -1;
    const rows = [...body(table).rows];
    rows.sort((a, b) => sign * compare(order(a, column), order(b, column)));
    body(table).append(...rows);
    for (const one of table.tHead.rows[0].cells) one.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", direction);
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    for (const head of table.tHead.rows[0].cells) {
      if (!head.dataset.first) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      button.addEventListener("click", () => sort(table, head));
      head.replaceChildren(button);
    }
  }

  const plain = (node) => node.textContent.replace(/\s+/g, " ").trim();
  const quoted = (text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

  const numeric = (text) => (text && Number.isFinite(Number(text)) ? text : "");

  // Every column as it reads; beside it the number that it is sorted by, where that says more.
  const asCsv = (table) => {
    const rows = [...body(table).rows];
    const columns = [...table.tHead.rows[0].cells].flatMap((head, i) => {
      const shown = { title: plain(head), of: (row) => plain(row.cells[i]) };
      const number = { title: `${plain(head)} (number)`, of: (row) => numeric(row.cells[i].dataset.order) };
      const exact = rows.some((row) => number.of(row) !== "" && number.of(row) !== shown.of(row));
      return [...(head.classList.contains("picture") ? [] : [shown]), ...(exact ? [number] : [])];
    });
    const titles = columns.map(({ title }, k) => {
      const before = columns.slice(0, k).filter((one) => one.title === title).length;
      return before ? `${title} ${before + 1}` : title;
    });
    const lines = [titles, ...rows.map((row) => columns.map((one) => one.of(row)))];
    return `\ufeff${lines.map((line) => line.map(quoted).join(",")).join("\r\n")}\r\n`;
  };

  const download = (table) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([asCsv(table)], { type: "text/csv;charset=utf-8" }));
    link.download = `${table.id}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  };

  for (const table of document.querySelectorAll("table[id]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "download";
    button.textContent = "Download CSV";
    button.setAttribute("aria-label", `Download CSV: ${plain(table.caption)}`);
    button.addEventListener("click", () => download(table));
    table.closest(".scroll").after(button);
  }

  for (const controls of document.querySelectorAll(".controls")) {
    const table = document.getElementById(controls.dataset.for);
    const [text, marked] = controls.querySelectorAll("input");
    const found = controls.querySelector(".found");
    const filter = () => {
      const wanted = text.value.trim().toLowerCase();
      let shown = 0;
      for (const row of body(table).rows) {
        const fits = row.cells[0].textContent.toLowerCase().includes(wanted);
        row.hidden = !fits || (marked?.checked && row.dataset.marked !== "1");
        if (!row.hidden) shown += 1;
      }
      found.textContent = `${shown} of ${body(table).rows.length} shown`;
    };
    text.addEventListener("input", filter);
    marked?.addEventListener("change", filter);
    controls.hidden = false;
    filter();
  }
})();
