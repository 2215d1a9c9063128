using FuncLibs.Hosting.Doctor;
using HardwareConnector.Configuration;

namespace HardwareConnector.Hosting;

/// <summary>What a connector needs of its machine.</summary>
internal static class ConnectorDoctor
{
    private const long BytesPerGigabyte = 1_000_000_000;

    // Runtime, pools of blocks, history and four slow subscribers.
    private const long OwnBytes = 256 << 20;
    private const int SlowSubscribers = 4;

    public static DoctorSubject Describe(ConnectorOptions options) => new()
    {
        Program = "HardwareConnector",
        StateFolder = options.State.Folder,
        DataFolders = [options.Journal.In(options.State.Folder)],
        DataBytes = options.Journal.QuotaGB * BytesPerGigabyte,
        MemoryBytes = OwnBytes
            + (((long)options.Journal.RingMiB + options.Control.ReplayMiB
                + ((long)SlowSubscribers * options.Publish.QueueMiB)) << 20),
        RingFolder = options.Journal.RingFolder,
        RingBytes = (long)options.Journal.RingMiB << 20,
        Binds =
        [
            new("Publish:Endpoint", options.Publish.Endpoint),
            new("Control:Endpoint", options.Control.Endpoint),
            new("Http:Url", options.Http.Url),
        ],
        Security = options.Security,
        DemandsKeys = true,
        Transport = options.Transport,
    };
}
