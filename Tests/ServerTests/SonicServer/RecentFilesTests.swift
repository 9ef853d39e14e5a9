import Glibc
import SonicProtocol
import Testing

@testable import SonicServer

@Suite struct RecentFilesTests {
    private static func state(size: Int = 10, modified: Int = 0, changed: Int = 0) -> FileState {
        var status = stat()
        status.st_size = size
        status.st_mtim = timespec(tv_sec: modified, tv_nsec: 0)
        status.st_ctim = timespec(tv_sec: changed, tv_nsec: 0)
        return FileState(status)
    }

    @Test func `a cached value is valid as long as the file's state is unchanged`() {
        var files = RecentFiles<Int>(capacity: 1 << 20)
        files.keep(1, of: "a", in: Self.state(), weight: 100)
        #expect(files.made(of: "a", in: Self.state()) == 1)
        #expect(files.made(of: "b", in: Self.state()) == nil)
        for other in [Self.state(size: 11), Self.state(modified: 1), Self.state(changed: 1)] {
            #expect(files.made(of: "a", in: other) == nil)
        }
        files.keep(2, of: "a", in: Self.state(changed: 1), weight: 100)
        #expect(files.made(of: "a", in: Self.state(changed: 1)) == 2)
        #expect(files.made(of: "a", in: Self.state()) == nil)
    }

    @Test func `recently used values stay, and the total size is limited`() {
        final class Count {
            var living = 0
        }
        final class Made {
            let count: Count
            init(_ count: Count) {
                self.count = count
                count.living += 1
            }
            deinit { count.living -= 1 }
        }
        let count = Count()
        var files = RecentFiles<Made>(capacity: 1 << 20)
        files.keep(Made(count), of: "popular", in: Self.state(), weight: 1000)
        for number in 0..<10_000 {
            files.keep(Made(count), of: "\(number)", in: Self.state(), weight: 10_000)
            #expect(files.made(of: "popular", in: Self.state()) != nil)
            #expect(count.living <= (1 << 20) / 14_000 + 1)
        }
        #expect(files.made(of: "0", in: Self.state()) == nil)
        files.keep(Made(count), of: "huge", in: Self.state(), weight: 1 << 19)
        #expect(files.made(of: "huge", in: Self.state()) == nil)
    }

    @Test func `a file counts as unchanged two seconds after its last change, and then has a strong tag`() {
        let state = Self.state(modified: 5, changed: 100)
        func settled(_ milliseconds: Int64) -> Bool {
            state.isSettled(at: Instant(milliseconds: milliseconds))
        }
        #expect(!settled(0) && !settled(100_000) && !settled(102_000) && settled(102_001))
        #expect(state.tag(at: Instant(milliseconds: 100_000)).isWeak)
        #expect(!state.tag(at: Instant(milliseconds: 200_000)).isWeak)
        #expect(state.lastModified(at: Instant(milliseconds: 4999)) == nil)
        #expect(state.lastModified(at: Instant(milliseconds: 5000)) == Instant(milliseconds: 5000))
        let odd = Self.state(modified: .max, changed: .min)
        #expect(odd.tag(at: Instant(milliseconds: .max)).text.hasSuffix("\""))
    }
}
