using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using HardwareConnector.Formats;
using HardwareConnector.Tests.Publishing;
using Microsoft.Extensions.Logging.Abstractions;
using TestFormats;
using Testing;

namespace HardwareConnector.Tests.Formats;

/// <summary>
/// A publisher with blocks, and what does the requests for its format; the registry has the formats of the test plug-in
/// as well.
/// </summary>
internal sealed class SwitchRig : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly RunningPublisher _publisher = new RunningPublisher().Join().Describe();
    private long _index;

    private readonly TimeSpan _hangLimit;

    /// <param name="hangLimit">How long a candidate may take for a block; null = a time to wait for.</param>
    public SwitchRig(TimeSpan? hangLimit = null)
    {
        _hangLimit = hangLimit ?? TimeSpan.FromMilliseconds(300);
        Files = new FormatFiles(new DiskFiles(_folder.Path));
        Switch = NewSwitch();
    }

    public static SerializerRegistry Registry => BuiltInSerializers.CreateRegistry()
        .Add(() => new GoodFormat())
        .Add(() => new WrongFormat())
        .Add(() => new ThrowingFormat())
        .Add(() => new HangingFormat())
        .Add(() => new GrowingFormat())
        .Add(() => new SlowFormat())
        .Add(() => new ChangingFormat())
        .Add(() => new PrivateFormat())
        .Add(() => new UnreadableFormat());

    public FormatFiles Files { get; }

    public FormatSwitch Switch { get; private set; }

    public string Format => _publisher.Loop.Format.Name;

    /// <summary>Content ids of the blocks that were published.</summary>
    public HashSet<byte> Published { get; } = [];

    public string FileOf(string name) => _folder.File(name);

    public void Use(string? content) => Write(new FormatRequest { Content = content });

    public void Try(CanaryPlan plan) => Write(new FormatRequest { Canary = plan });

    /// <summary>Publishes a block.</summary>
    public void Publish()
    {
        TestRig.Offer(_publisher.Feed, _index++);
        FrameHeader header = _publisher.Next(FrameKind.Data);
        header.Sequence.ShouldBe((ulong)_index);
        Published.Add(header.Content);

        // A frame is kept for consumers that join once it is sent.
        Eventually.True(() => _publisher.Registry.All[0].LastFrame.Exists, "the block is kept");
    }

    /// <summary>Publishes blocks until it is so.</summary>
    public void PublishUntil(Func<bool> condition, string what) => Eventually.True(
        () =>
        {
            for (int i = 0; i < 20; i++)
                Publish();
            Switch.Update();
            return condition();
        },
        what);

    /// <summary>Publishes blocks until it is decided on the canary.</summary>
    public CanaryStatus PublishUntilDecided()
    {
        PublishUntil(
            () => Switch.Status.Canary is { State: not CanaryState.Comparing },
            "it is decided on the canary");
        return Switch.Status.Canary!;
    }

    /// <summary>The next process, in the same folder.</summary>
    public void Restart()
    {
        Switch.Dispose();
        _publisher.Loop.Format.Use(BuiltInSerializers.CreateRegistry().Create("columns")!);
        Switch = NewSwitch();
    }

    public void Dispose()
    {
        Switch.Dispose();
        _publisher.Dispose();
        _folder.Dispose();
    }

    private void Write(FormatRequest request) =>
        Files.Write(request with { Format = FormatRequest.CurrentFormat, Id = Guid.NewGuid() }).IsOk.ShouldBeTrue();

    private FormatSwitch NewSwitch() => new(
        Files,
        _publisher.Loop,
        _publisher.Registry,
        Registry,
        "columns",
        TimeProvider.System,
        NullLogger<FormatSwitch>.Instance)
    {
        HangLimit = _hangLimit,
    };
}
