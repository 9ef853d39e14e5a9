import Disks
import Glibc
import PageCache
import SonicProtocol
import Testing

@testable import Transport

/// Cuts the power after each system call of a change of cookies, drops what was not synced, and checks what the next
/// start finds.
@Suite struct CookiePowerCutTests {
    private static let now = Instant(milliseconds: 1_700_000_000_000)

    /// The content of the file before the change; nil for no file.
    @Test(arguments: [nil, [], ["a"]] as [[String]?])
    func `a power cut after any system call leaves the old or the new cookies`(
        before: [String]?
    ) async throws {
        let prepared = try await Self.disk(before)
        let after = (before ?? []) + ["new"]
        for cut in 0...(try await Self.calls(prepared)) {
            for survival in VolatileDisk.Survival.allCases {
                let situation: Comment = "cut after call \(cut), \(survival) left"
                let disk = prepared.copy()
                disk.begin(.powerCut(after: cut), at: Self.now)
                do { try await Self.add("new", disk) } catch is CookieFileFailure {}
                let restarted = disk.restarted(survival, seed: UInt64(cut))
                restarted.begin(.sound, at: Self.now)
                let found = try await Self.file(restarted).read()
                #expect(found.notes == [], situation)
                #expect([before ?? [], after].contains(found.cookies.map(\.name.text)), situation)
                try await Self.add("next", restarted)
                #expect(try await Self.names(restarted).last == "next", situation)
                #expect(restarted.openCount == 0, situation)
            }
        }
    }

    @Test(arguments: VolatileDisk.Survival.allCases)
    func `cookies reported as stored survive a power cut`(_ survival: VolatileDisk.Survival)
        async throws
    {
        let disk = try await Self.disk(["a"])
        try await Self.add("new", disk)
        let restarted = disk.restarted(survival, seed: 7)
        restarted.begin(.sound, at: Self.now)
        #expect(try await Self.names(restarted) == ["a", "new"])
    }

    @Test(arguments: [ENOSPC, EIO, EMFILE])
    func `a disk that fails at any call leaves the old or the new cookies`(_ code: Int32) async throws {
        let prepared = try await Self.disk(["a"])
        for call in 0..<(try await Self.calls(prepared)) {
            let disk = prepared.copy()
            disk.begin(.failure(after: call, code: code), at: Self.now)
            do { try await Self.add("new", disk) } catch is CookieFileFailure {}
            #expect(disk.openCount == 0, "call \(call)")
            disk.begin(.sound, at: Self.now)
            #expect([["a"], ["a", "new"]].contains(try await Self.names(disk)), "call \(call)")
        }
    }

    private static func file(_ disk: VolatileDisk) -> CookieFile {
        CookieFile(folder: "/home/state/sonic/default", disk: disk)
    }

    private static func names(_ disk: VolatileDisk) async throws -> [String] {
        try await file(disk).read().cookies.map(\.name.text)
    }

    /// A disk with a file of these cookies.
    private static func disk(_ names: [String]?) async throws -> VolatileDisk {
        let disk = VolatileDisk()
        disk.begin(.sound, at: now)
        if let names {
            try await add("x", disk)
            try await file(disk).update { $0 = names.map(cookie) }
        }
        return disk
    }

    /// The number of system calls of the change.
    private static func calls(_ prepared: VolatileDisk) async throws -> Int {
        let disk = prepared.copy()
        disk.begin(.sound, at: now)
        try await add("new", disk)
        return disk.calls
    }

    private static func add(_ name: String, _ disk: VolatileDisk) async throws {
        try await file(disk).update { $0.append(cookie(name)) }
    }

    private static func cookie(_ name: String) -> Cookie {
        Cookie(
            name: HeaderValue(name), value: "1", scope: .host("h.example"), path: "/",
            expires: now.adding(seconds: 1000),
            created: now, demands: [], sameSite: .lax)
    }
}
