import TestSupport
import Testing

/// The list of slow tests that `make test` prints.
@Suite struct TestTimesTests {
    private static let script =
        #filePath.dropLast("Tests/ProgramTests/EndToEnd/TestTimesTests.swift".utf8.count)
        + "scripts/test-times"

    /// A run with two tests at a time: one test with two cases, and three without.
    private static let events = """
        {"kind":"test","payload":{"id":"T.S","kind":"suite","name":"S"},"version":0}
        {"kind":"test","payload":{"id":"T.S\\/`of cases`(_:)\\/S.swift:3:6","isParameterized":true,"kind":"function"},"version":0}
        {"kind":"test","payload":{"id":"T.S\\/`one`()\\/S.swift:9:6","isParameterized":false,"kind":"function"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10},"kind":"runStarted","messages":[]},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10.1},"kind":"testStarted","messages":[],"testID":"T.S"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10.1},"kind":"testStarted","messages":[],"testID":"T.S\\/`one`()\\/S.swift:9:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10.1},"kind":"testStarted","messages":[],"testID":"T.S\\/`of cases`(_:)\\/S.swift:3:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10.1},"kind":"testStarted","messages":[],"testID":"T.S\\/`says \\"two\\"`()\\/S.swift:12:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":10.1},"kind":"testStarted","messages":[],"testID":"T.S\\/three()\\/S.swift:20:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":11},"kind":"testCaseStarted","messages":[],"testID":"T.S\\/`of cases`(_:)\\/S.swift:3:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":12.5},"kind":"testCaseEnded","messages":[],"testID":"T.S\\/`of cases`(_:)\\/S.swift:3:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":12.5},"kind":"testCaseStarted","messages":[],"testID":"T.S\\/`of cases`(_:)\\/S.swift:3:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":13},"kind":"testCaseEnded","messages":[],"testID":"T.S\\/`of cases`(_:)\\/S.swift:3:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":13},"kind":"testEnded","messages":[],"testID":"T.S\\/`of cases`(_:)\\/S.swift:3:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":14},"kind":"testEnded","messages":[{"symbol":"pass","text":"Test \\"one\\" passed after 3.9 seconds."}],"testID":"T.S\\/`one`()\\/S.swift:9:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":14.25},"kind":"testEnded","messages":[],"testID":"T.S\\/three()\\/S.swift:20:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":20},"kind":"testEnded","messages":[],"testID":"T.S\\/`says \\"two\\"`()\\/S.swift:12:6"},"version":0}
        {"kind":"event","payload":{"instant":{"absolute":20},"kind":"testEnded","messages":[],"testID":"T.S"},"version":0}

        """

    @Test func `the slowest tests come first, each with its running time and without its waiting time`()
        async throws
    {
        let folder = try TemporaryFolder()
        try folder.write(Self.events, to: "events")
        let times = try await run(String(Self.script), [folder.path + "/events", "2"])
        #expect(times.errors == "")
        #expect(
            times.output == """
                    7.00  S.swift:12  says "two"
                    4.00  S.swift:9  one
                    2.00  S.swift:3  of cases
                    0.25  S.swift:20  three

                """)
    }

    @Test func `twenty tests are listed`() async throws {
        let folder = try TemporaryFolder()
        let ends = (0..<30).flatMap { number in
            ["testStarted", "testEnded"].map { kind in
                #"{"kind":"event","payload":{"instant":{"absolute":\#(number)},"kind":"\#(kind)","messages":[],"#
                    + #""testID":"T.S\/t\#(number)()\/S.swift:\#(number):6"},"version":0}"# + "\n"
            }
        }
        try folder.write(ends.joined(), to: "events")
        let times = try await run(String(Self.script), [folder.path + "/events"])
        #expect(times.output.split(separator: "\n").count == 20)
    }
}
