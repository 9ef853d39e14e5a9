import TestSupport
import Testing

/// Plays of the session machine: lines as in `SessionScript`, and questions with their answers.
struct SessionPlayTests {
    private static let folder = "Tests/SessionTests/Plays"

    @Test(arguments: GoldenFile.names(in: folder, ending: ".play"))
    func `each case of a play has the answers of its file`(name: String) async throws {
        let difference = try await PlayFile.difference(at: "\(Self.folder)/\(name)", SessionScript.self)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `there are plays, and each case asks something`() throws {
        let (count, silent) = try PlayFile.cases(in: Self.folder)
        #expect(count >= 190 && silent == [])
    }
}
