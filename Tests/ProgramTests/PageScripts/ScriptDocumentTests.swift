import PageScripts
import SonicProtocol
import TestSupport
import Testing
import Workbench

/// The document that the scripts of a page see.
@Suite struct ScriptDocumentTests {
    private static let rows = TableRow.all(in: "Tests/ProgramTests/PageScripts/Document.table")

    // All in one page, whose script shows each value in a line of its own.
    @Test func `an expression has the value of its row`() async throws {
        let codes = Self.rows.map { JSONValue.string($0[1]).text() }.joined(separator: ",\n")
        let page = """
            <title>Tides</title><!--sonicdiff-tide--><i>[[1|2]]</i><!--sonicdiff-tide-end-->
            <main id=box class="a b"><p class=x data-sea-level=3 title=t>one <b>two</b></p><p>three</p><!--note--></main>
            <script>
            const values = [
            \(codes)
            ].map((code) => {
                const before = box.innerHTML
                try { return String(eval(code)) } catch (error) { return "" + error }
                finally { box.innerHTML = before; box.className = "a b"; box.removeAttribute("style") }
            })
            box.remove()
            document.body.replaceChildren(...values.map((value) => {
                const line = document.createElement("div")
                line.textContent = "=" + value
                return line
            }))
            </script>
            """
        let run = try #require(ScriptPage.run(page))
        let shown = try await ScriptPage.reports(run).get().stored.after
        let values = shown.dropFirst().map { $0.map(\.text).joined() }
        #expect(values.count == Self.rows.count)
        for (row, value) in zip(Self.rows, values) { #expect(value == "=" + row[2], "\(row.description)") }
    }
}
