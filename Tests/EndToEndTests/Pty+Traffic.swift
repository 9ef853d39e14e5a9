import TestSupport

extension Pty {
    /// Goes back from what lies over the list of the traffic, leaves the list, and ends the program.
    func leaveTraffic() throws {
        press(.escape)
        _ = try waitUntil(contains: "Traffic: ")
        send("q")
        _ = try waitUntil("no list") { !$0.contains("Traffic: ") }
        send("q")
    }
}
