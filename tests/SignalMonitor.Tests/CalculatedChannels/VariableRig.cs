using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire;
using FuncLibs.Signals.Limits;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Computation;
using SignalMonitor.Derived;
using SignalMonitor.Streams;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.CalculatedChannels;

/// <summary>Variables of the small test stream, with the test as watch thread and as compute thread.</summary>
internal sealed class VariableRig : IDisposable
{
    private readonly CDataBlock _block = TestStream.Block();
    private long _revision;

    public VariableRig(
        DerivedFeed? derived = null,
        SavedParts? saved = null,
        VariableCoordinator? coordinator = null,
        Guid? publisher = null)
    {
        Coordinator = coordinator ?? new VariableCoordinator(derived, saved?.Variables, saved?.Alarms);
        Stream = Coordinator.NewStream(publisher ?? TestStream.Publisher, TestStream.Id, "main");
        _block.FirstSampleIndex = 0;
    }

    public VariableCoordinator Coordinator { get; }

    public StreamVariables Stream { get; }

    public CDataBlock Block => _block;

    public VariablePlan Plan => Stream.Plan.ShouldNotBeNull();

    public ulong Sequence { get; private set; }

    /// <summary>The first points of servo1.force in the newest block.</summary>
    public double[] Force => [.. _block.Channel(BlockGroup.Servo, 0).Sensor(0)];

    public static SignalVariable Variable(string name, string expression, long revision = 1, long id = 0) => new()
    {
        Id = id == 0 ? name.Sum(c => c) : id,
        Station = "lab/rig1",
        Name = name,
        Expression = expression,
        Revision = revision,
    };

    public static StoredLimit Limit(string variable, double value, long id = 1) => new()
    {
        Id = id,
        Revision = 1,
        Station = "lab/rig1",
        Variable = variable,
        Kind = LimitKind.Upper,
        Value = value,
    };

    /// <summary>An edit of the database.</summary>
    public void Edit(SignalVariable[] variables, params StoredLimit[] limits) => Coordinator.Take(new VariableSet
    {
        Station = "lab/rig1",
        Revision = ++_revision,
        Variables = [.. variables],
        Limits = [.. limits],
        Units = [.. Units],
        Aliases =
        [
            .. Aliases.Select(
                pair => new ChannelAlias { Station = "lab/rig1", Alias = pair.Key, Channel = pair.Value }),
        ],
        NewestRun = Run,
        RunIdentity = Run is null ? "" : $"{Run.Id}",
    });

    /// <summary>What the stream is, for the next block.</summary>
    public StreamDescription Description { get; set; } = TestStream.Description;

    /// <summary>Units of the next edit.</summary>
    public List<UnitDefinition> Units { get; } = [];

    /// <summary>Second names of channels, for the next edit.</summary>
    public Dictionary<string, string> Aliases { get; } = [];

    /// <summary>The newest test run, which may be stopped, for the next edit.</summary>
    public TestRun? Run { get; set; }

    /// <summary>What a monitor saves of the stream.</summary>
    public SavedParts Save()
    {
        SavedParts saved = new();
        VariableCheckpoint checkpoint = new();
        checkpoint.Take(Stream);
        saved.Variables.Put(checkpoint.ToSavedVariables(TestStream.Publisher, TestStream.Id));
        return saved;
    }

    /// <summary>
    /// The next block, with these points of servo1.force, after <paramref name="missing"/> samples that never came.
    /// </summary>
    public void Next(double[]? force = null, int missing = 0, ulong epoch = 1, FrameFlags flags = FrameFlags.None)
    {
        if (Sequence > 0)
            _block.FirstSampleIndex += BlockTime.PointsOf(_block, Description) + missing;
        Sequence++;
        force?.CopyTo(_block.Channel(BlockGroup.Servo, 0).Sensor(0));
        FrameHeader header = new()
        {
            Kind = FrameKind.Data,
            Flags = flags,
            Stream = TestStream.Id,
            Epoch = epoch,
            Sequence = Sequence,
            AcquiredNs = TestStream.AcquiredNs + ((long)Sequence * 100_000),
        };
        Stream.Compute(_block, header, Description, header.AcquiredNs + 100_000);
    }

    public double Value(string name) => Plan.Board.Read().Values[PlaceOf(name)];

    public FuncLibs.Signals.Quality QualityOf(string name) => Plan.Board.Read().Qualities[PlaceOf(name)];

    public RunningVariable Running(string name) => Plan.Variables.Single(variable => variable.Name == name);

    public void Dispose() => Stream.Dispose();

    private int PlaceOf(string name) => Plan.Variables.IndexOf(Running(name));
}
