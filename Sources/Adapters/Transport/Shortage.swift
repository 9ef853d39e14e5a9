import Glibc
import SonicSession

/// The exhaustion of a system resource. Libraries report it as an unreachable server, an unknown host or a missing
/// library.
enum Shortage {
    /// Returns the system's message for an error number of exhaustion; nil for any other.
    static func words(_ code: Int32) -> String? {
        switch code {
        case EMFILE, ENFILE, ENOMEM, ENOBUFS: String(cString: strerror(code))
        default: nil
        }
    }

    /// The current shortage of descriptors, as the system's message; nil for none.
    static var now: String? {
        let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return words(errno) }
        close(descriptor)
        return nil
    }

    /// Returns the failure for a library that cannot be loaded, by the message of the loader, which has no error
    /// number.
    static func libraryFailure(_ reason: String) -> ConnectionFailure {
        let codes =
            [EMFILE, ENFILE, ENOMEM].compactMap(words) + ["failed to map segment", "cannot create TLS"]
        let isShort = codes.contains { reason.contains($0) }
        return isShort ? .exhausted(detail: reason) : .libraryMissing(detail: reason)
    }
}
