import Glibc

/// Writes all bytes to a descriptor, with as many system calls as required.
/// - Returns: The error number, if a part of the bytes could not be written; nil on success.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var done = 0
    while done < bytes.count {
        let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + done, $0.count - done) }
        if count < 0, errno == EINTR { continue }
        // The creator of the descriptor may have made it non-blocking.
        if count < 0, errno == EAGAIN {
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&room, 1, -1) >= 0 || errno == EINTR { continue }
        }
        guard count > 0 else { return count < 0 ? errno : EIO }
        done += count
    }
    return nil
}
