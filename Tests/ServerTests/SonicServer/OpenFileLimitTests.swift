import Testing

@testable import SystemLibraries

@Suite struct OpenFileLimitTests {
    @Test(arguments: [
        (1024, 524_288, 65_536), (1024, 4096, 4096), (1024, 1024, 1024), (256, 256, 256),
        (1024, UInt64.max, 65_536), (100_000, 524_288, 100_000),
    ])
    func `the soft limit is raised up to the hard limit or a maximum, and never lowered`(
        _ soft: UInt64, _ hard: UInt64, _ raised: UInt64
    ) {
        #expect(OpenFileLimit.raised(soft, hard: hard) == raised)
    }

    @Test func `open descriptors are counted`() {
        #expect(OpenFileLimit.openNow() >= 3 && OpenFileLimit.soft >= OpenFileLimit.openNow())
    }
}
