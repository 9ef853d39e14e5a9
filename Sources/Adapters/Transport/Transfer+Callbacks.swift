import CCurl
import CurlSockets
import Glibc
import SonicSession

/// The callbacks of libcurl. The context of each is its unretained `Transfer`, which outlives the handle.
enum TransferCallbacks {
    static let header: late_data_callback = { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return transfer(context).receivedLine(line) ? line.count : 0
    }

    static let write: late_data_callback = { bytes, size, count, context in
        let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return switch transfer(context).receivedBody(piece) {
        case .taken: piece.count
        case .later: Int(CURL_WRITEFUNC_PAUSE)
        // A piece is never empty, so 0 differs from its size and is an error.
        case .refused: 0
        }
    }

    static let read: late_data_callback = { bytes, size, count, context in
        let transfer = transfer(context)
        let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
        do throws(ConnectionFailure) {
            return try transfer.body?.read(into: buffer) ?? 0
        } catch {
            transfer.verdict = error
            return Int(CURL_READFUNC_ABORT)
        }
    }

    // If a server requires authentication, the body is sent again.
    static let seek: late_seek_callback = { context, offset, origin in
        origin == SEEK_SET && transfer(context).body?.seek(to: Int(offset)) ?? false
            ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }

    static let debug: late_debug_callback = { _, kind, bytes, count, context in
        let buffer = UnsafeRawBufferPointer(start: bytes, count: count)
        switch kind {
        case CURLINFO_HEADER_OUT: transfer(context).sentHead(buffer)
        case CURLINFO_TEXT: transfer(context).said(buffer)
        // While a large body is being sent, the server is not delaying the response.
        case CURLINFO_DATA_OUT: transfer(context).sentBody(count)
        // The first bytes of a TLS handshake.
        case CURLINFO_SSL_DATA_OUT where transfer(context).phase == .connecting:
            transfer(context).enter(.securing)
        default: break
        }
        return 0
    }

    static let socket: late_socket_callback = { context, socket, _ in
        transfer(context).opened(socket)
        return 0
    }

    static let opening: late_open_callback = { context, _, address in
        address.map { transfer(context).openSocket($0.pointee) } ?? -1
    }

    static let resolver: late_resolver_callback = { _, _, context in
        // libcurl calls its resolver for IP addresses, too.
        if !transfer(context).exchange.request.url.hasAddressHost { transfer(context).enter(.resolving) }
        return 0
    }

    static let ready: late_ready_callback = { context, _, _, peer, own in
        transfer(context).readyToSend(between: OpenSockets.Ports(own: own, peer: peer))
            ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
        // The context is set together with the callback and is never nil.
        Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
    }
}
