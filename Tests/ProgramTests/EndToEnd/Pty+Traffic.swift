import TestSupport

extension Pty {
    /// Closes the view over the list of traffic, then the list, and quits the program.
    func leaveTraffic() throws {
        press(.escape)
        _ = try waitUntil(contains: "Traffic: ")
        send("q")
        _ = try waitUntil("no list") { !$0.contains("Traffic: ") }
        send("q")
    }
}
