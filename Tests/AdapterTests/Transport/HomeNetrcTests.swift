import TestSupport
import Testing

@testable import Transport

@Suite struct HomeNetrcTests {
    @Test func `a netrc that appears or disappears is noticed within a second`() throws {
        let home = try TemporaryFolder()
        var netrc = HomeNetrc(home: home.path)
        let start = ContinuousClock.now
        let before = netrc.found(at: start)
        _ = try home.write("machine 127.0.0.1 login ann password secret\n", to: ".netrc")
        let soon = netrc.found(at: start + .milliseconds(999))
        let then = netrc.found(at: start + .seconds(1))
        #expect([before, soon, then] == [.missing, .missing, .regular])
    }

    @Test func `without a home folder there is no netrc`() {
        var netrc = HomeNetrc(home: nil)
        let found = netrc.found(at: .now)
        #expect(found == .missing)
    }
}
