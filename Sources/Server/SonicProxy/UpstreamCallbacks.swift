import CCurl
import CurlSockets

/// The callbacks of libcurl. The context of each is its unretained `UpstreamExchange`, which outlives the handle.
enum UpstreamCallbacks {
    static let header: late_data_callback = { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return exchange(context).receivedLine(line) ? line.count : 0
    }

    static let write: late_data_callback = { bytes, size, count, context in
        let part = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return exchange(context).receivedBody(part) ? part.count : Int(CURL_WRITEFUNC_PAUSE)
    }

    static let read: late_data_callback = { bytes, size, count, context in
        switch exchange(context).give(
            into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        {
        case .bytes(let count): count
        case .later: Int(CURL_READFUNC_PAUSE)
        case .end: 0
        case .cutOff: Int(CURL_READFUNC_ABORT)
        }
    }

    static let debug: late_debug_callback = { _, kind, bytes, count, context in
        if kind == CURLINFO_TEXT {
            exchange(context).said(UnsafeRawBufferPointer(start: bytes, count: count))
        }
        return 0
    }

    static let socket: late_socket_callback = { context, socket, _ in
        exchange(context).opened(socket)
        return 0
    }

    static let ready: late_ready_callback = { context, _, _, peer, own in
        exchange(context).isReady(between: OpenSockets.Ports(own: own, peer: peer))
            ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }

    private static func exchange(_ context: UnsafeMutableRawPointer?) -> UpstreamExchange {
        // The context is set together with the callback and is never nil.
        Unmanaged<UpstreamExchange>.fromOpaque(context!).takeUnretainedValue()
    }
}
