import Exchanges
import SessionReports
import SonicProtocol
import SonicSession
import Testing
import Workbench

/// Edits are reported wherever a session is reported.
@Suite struct EditTellingTests {
    private static let page = "<title>N</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end-->"

    private func edited() async throws -> (Scene, SessionTrace) {
        let scene = Scene(.page(Self.page))
        let trace = try await scene.trace { held in
            let text = AnswerText.text(of: held)
            return Array(
                text.replacing("<p>one", with: "<p>two").split(
                    separator: "\n", omittingEmptySubsequences: false
                ).filter { !$0.hasPrefix("Etag") && !$0.hasPrefix("ETag") }.joined(separator: "\n").utf8)
        }
        return (scene, trace)
    }

    @Test func `the explanation has the received response and the edited one`() async throws {
        let (scene, trace) = try await edited()
        let answered = SessionReport(trace).sections.first { $0.topic == .received }
        let lines = answered?.lines(.masked).map(\.text) ?? []
        #expect(lines.first?.hasPrefix("edited ") == true)
        let middle = try #require(lines.firstIndex { $0.contains("what follows was edited") })
        let isTag: (String) -> Bool = { $0.lowercased().hasPrefix("etag:") }
        #expect(lines[..<middle].contains(where: isTag) && !lines[middle...].contains(where: isTag))
        let isTold = SessionReport(trace).outcome.contains { if case .edited = $0 { true } else { false } }
        #expect(isTold)
        let next = SessionReport(await scene.trace()).sections.first { $0.topic == .cached }
        let isEdited = next?.facts.contains { fact in
            if case .version(let page, _, _) = fact { page.version.isEdited } else { false }
        }
        #expect(isEdited == true)
    }

    @Test func `a HAR file records what was edited, and so does a log`() async throws {
        let (_, trace) = try await edited()
        var log = HARLog(version: "1", secrets: .masked)
        log.add(trace)
        let node = JSONNode.read(Array(log.value.text(.indented).utf8)).0
        let session = node?["log"]?["pages"]?.elements?.first?["_sonic"]
        #expect(session?["edited"]?.elements?.count == 1)
        let edit = node?["log"]?["entries"]?.elements?.first?["_sonic"]?["edited"]?.elements?.first
        #expect(edit?["words"]?.string?.isEmpty == false)
        #expect(edit?["response"]?["status"]?.integer == 200)
        #expect(edit?["response"]?["content"]?["text"]?.string == Self.page)
        let scene = Scene(.page(Self.page))
        await scene.desk.prepare(
            WrittenAnswer(
                head: ResponseHead(version: "HTTP/1.1", status: 404, reason: "", headers: Headers(), raw: []),
                body: [], means: .file("a.http")), for: Scene.url)
        let records = await scene.open().trace().log
        #expect(
            records.contains {
                $0.content == .edited(.answer(AnswerEdit(original: nil, means: .file("a.http"))))
            }
        )
    }
}
