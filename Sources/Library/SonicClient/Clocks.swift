import SonicProtocol
import SonicSession

#if canImport(FoundationEssentials)
    import struct FoundationEssentials.Date
#else
    import struct Foundation.Date
#endif

extension SessionEngine.Clocks {
    /// The clocks of this machine.
    public static let system = SessionEngine.Clocks(
        now: { Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) },
        uptime: { started.duration(to: .now) })

    private static let started = ContinuousClock.now
}
