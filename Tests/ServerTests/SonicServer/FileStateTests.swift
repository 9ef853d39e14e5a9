import Glibc
import SonicProtocol
import TestSupport
import Testing

@testable import SonicServer

/// File times, including those that do not fit into 64 bits of nanoseconds since 1970.
@Suite struct FileStateTests {
    private static let today = Instant(milliseconds: 1_795_000_000_000)

    private static func state(modified: Int, changed: Int = 0, nanoseconds: Int = 0) -> FileState {
        var status = stat()
        status.st_mtim = timespec(tv_sec: modified, tv_nsec: nanoseconds)
        status.st_ctim = timespec(tv_sec: changed, tv_nsec: 0)
        return FileState(status)
    }

    /// 2500-01-01, the year 10000, and the limits of a file system's times.
    @Test(arguments: [16_725_225_600, 253_402_300_800, Int.max, 9_223_372_037])
    func `a future time is not sent, and its file may still change`(seconds: Int) {
        let state = Self.state(modified: seconds)
        #expect(state.lastModified(at: Self.today) == nil)
        #expect(!state.isSettled(at: Self.today))
        #expect(state.tag(at: Self.today).text.hasPrefix("W/"))
        #expect(!Self.state(modified: 0, changed: seconds).isSettled(at: Self.today))
    }

    @Test func `with the clock after 2262, file times are valid`() {
        let late = Instant(milliseconds: 16_800_000_000_000)
        let state = Self.state(modified: 16_725_225_600, nanoseconds: 5)
        #expect(state.lastModified(at: late) == Instant(milliseconds: 16_725_225_600_000))
        #expect(state.isSettled(at: late) && !state.tag(at: late).text.hasPrefix("W/"))
        #expect(!Self.state(modified: 16_799_999_999).isSettled(at: late))
        #expect(Self.state(modified: 16_799_999_997).isSettled(at: late))
    }

    @Test(arguments: [-1, -1_000_000_000, Int.min])
    func `a time before 1970 is valid`(seconds: Int) {
        let state = Self.state(modified: seconds, nanoseconds: 999_999_999)
        let expected = seconds == .min ? Int64.min : Int64(seconds) * 1000
        #expect(state.lastModified(at: Self.today)?.milliseconds == expected)
        #expect(state.isSettled(at: Self.today))
    }

    @Test func `different times have different tags`() {
        let times = [0, 1, 16_725_225_600, 16_725_225_601, -1]
        let tags = times.map { Self.state(modified: $0).tag(at: Instant(milliseconds: .max)).text }
        #expect(Set(tags).count == times.count)
    }

    @Test func `a file of the year 2500 is served`() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("here", to: "a.txt")
        #expect(
            utimensat(
                AT_FDCWD, path,
                [timespec(tv_sec: 16_725_225_600, tv_nsec: 0), timespec(tv_sec: 16_725_225_600, tv_nsec: 0)],
                0) == 0)
        let site = try FolderSite(path: folder.path, hashes: .nettle) { Self.today }
        let request = ServerRequest(method: "GET", target: "/a.txt", headers: Headers())
        guard case .response(let response) = site.answer(request) else {
            Issue.record("no response")
            return
        }
        #expect(response.status == 200 && !response.headers.contains("last-modified"))
        #expect(response.loaded().bytes == Array("here".utf8))
    }
}
