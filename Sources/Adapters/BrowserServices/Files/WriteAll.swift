import Glibc

/// Writes all bytes to a descriptor, in as many steps as the system takes.
/// - Returns: The error number where that fails, with some of the bytes written or none; nil when all are.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var done = 0
    while done < bytes.count {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + done, $0.count - done) }
        if count < 0, errno == EINTR { continue }
        // Whoever gave the descriptor may have asked that writing to it never waits.
        if count < 0, errno == EAGAIN {
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&room, 1, -1) >= 0 || errno == EINTR { continue }
        }
        guard count > 0 else { return count < 0 ? errno : EIO }
        done += count
    }
    return nil
}
