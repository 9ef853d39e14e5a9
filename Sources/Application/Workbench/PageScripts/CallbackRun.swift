import SonicProtocol
import SonicSession

/// A data update as a phone has it: the stored page with its scripts on the screen, and the callback that is to update
/// it (docs/reference/page-scripts.md).
public struct CallbackRun: Equatable, Sendable {
    /// The address of the page.
    package let url: WebURL
    /// The stored page, in UTF-8.
    package let stored: [UInt8]
    /// The updated page, in UTF-8.
    package let updated: [UInt8]
    /// What is passed to the callback.
    package let callback: DiffCallback
    /// The client that passes it.
    package let client: ClientModel
    /// Script files that may run, by address.
    package let scripts: [String: String]

    /// Creates a run; nil if the callback has no blocks.
    package init?(
        _ callback: DiffCallback, url: WebURL, from stored: [UInt8], to updated: [UInt8],
        as client: ClientModel = .android, scripts: [String: String] = [:]
    ) {
        guard callback.update != nil else { return nil }
        self.url = url
        self.stored = stored
        self.updated = updated
        self.callback = callback
        self.client = client
        self.scripts = scripts
    }

    /// The names of the changed blocks, in page order.
    package var blocks: [String] {
        (callback.update?.blocks ?? []).map { String($0.name.dropFirst().dropLast()) }
    }

    /// The jobs of the child, one per line: the stored page with the callback, and the updated page, which is loaded as
    /// at the next visit, where nothing changed.
    package var input: [UInt8] {
        guard case .object(let members) = callback.json else { return [] }
        let unchanged = members.filter { !["result", "local_refresh_time"].contains($0.name) }.map { member in
            member.name.hasSuffix("ode") ? .init(member.name, 304) : member
        }
        return Array((job(stored, members) + "\n" + job(updated, unchanged) + "\n").utf8)
    }

    private func job(_ page: [UInt8], _ callback: [JSONValue.Member]) -> String {
        let passed = callback.map { member in
            guard client == .ios, case .integer(let code) = member.value else { return member }
            return .init(member.name, .string("\(code)"))
        }
        let files = scripts.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, .string($0.value)) }
        let job: JSONValue = [
            "html": .string(Bytes.text(page)), "url": .string(url.href), "client": .string(client.rawValue),
            "callback": .string(JSONValue.object(passed).text()), "scripts": .object(files),
            "result": callback.first { $0.name == "result" }?.value ?? .null,
        ]
        return job.text()
    }
}

extension CallbackRun {
    /// What happened to the two pages.
    package struct Reports: Equatable, Sendable {
        /// The stored page, with the callback of the update.
        package let stored: ScriptReport
        /// The updated page, with the callback of a visit at which nothing changed.
        package let updated: ScriptReport

        /// Reads what the child wrote. Linear; total.
        /// - Parameter isLate: Whether it was ended because its time was over.
        package init(_ output: [UInt8], isLate: Bool) throws(ScriptFailure) {
            var stage = ScriptStage.load
            var reports: [ScriptReport] = []
            for line in output.split(separator: 0x0A) {
                let node = JSONNode.record(Array(line))
                if let next = node?["stage"]?.string.flatMap(ScriptStage.init) { stage = next }
                if let calls = node?["unconfined"]?.string { throw .unconfined(calls) }
                if let text = node?["failure"]?.string { throw text == "engine" ? .noEngine : .fault(text) }
                // A record that has another form ends the reading, like one that was cut off.
                if let report = node?["report"], let read = try? ScriptReport(report) { reports.append(read) }
            }
            guard reports.count == 2 else { throw isLate ? .endless(stage) : .ended(stage) }
            (stored, updated) = (reports[0], reports[1])
        }
    }
}
