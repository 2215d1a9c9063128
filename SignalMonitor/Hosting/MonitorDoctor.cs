using FuncLibs.Hosting.Doctor;
using SignalMonitor.Configuration;

namespace SignalMonitor.Hosting;

/// <summary>What a monitor needs of its machine.</summary>
internal static class MonitorDoctor
{
    private const long BytesPerMegabyte = 1_000_000;

    // Runtime, browsers, the board and the history; 510 frames of 128 KiB in a receiving socket of each connection.
    private const long OwnBytes = 384 << 20;
    private const long ConnectionBytes = 64 << 20;

    // The reference rig packed for two hours: a tensile test, or the begin of a fatigue test.
    private const long TestBytes = 30_000 * BytesPerMegabyte;

    public static DoctorSubject Describe(MonitorOptions options) => new()
    {
        Program = "SignalMonitor",
        StateFolder = options.State.Folder,
        DataFolders = options.Recorder.Enabled ? [options.State.Folder] : [],
        DataBytes = TestBytes + (options.Recorder.ReservedMegabytes * BytesPerMegabyte),
        MemoryBytes = OwnBytes + (options.Connections.Length * ConnectionBytes),
        Binds =
        [
            new("Http:Url", options.Http.Url),
            .. options.Derived.Endpoint.Length > 0
                ? (DoctorBind[])[new("Derived:Endpoint", options.Derived.Endpoint)]
                : [],
            .. options.Viewers.PlotJuggler.Endpoint.Length > 0
                ? (DoctorBind[])[new("Viewers:PlotJuggler:Endpoint", options.Viewers.PlotJuggler.Endpoint)]
                : [],
        ],
        Security = options.Security,
        DemandsKeys = options.DemandsKeys,
        Transport = options.Transport,
    };
}
