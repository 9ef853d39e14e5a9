// SonicServer
