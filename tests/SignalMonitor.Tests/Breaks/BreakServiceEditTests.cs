using FuncLibs.Blocks.Catalogue;
using SignalMonitor.Breaks;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.Breaks;

public sealed class BreakServiceEditTests : IDisposable
{
    private readonly BreakRig _rig = new(BreakRig.Options());

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Take_NewTrigger_IsWatchedFromTheNextBlockOn()
    {
        _rig.Feed(0, 0, 0);
        _rig.Service.Take([Trigger("stored")]);
        _rig.Feed(0, 0, 0);

        Names().ShouldBe(["snap", "stored"]);
        _rig.Feed(100, 100, 100, 40, 0, 0);
        _rig.Events().Select(made => made.Watch.Plan.Options.Name).ShouldBe(["snap", "stored"], ignoreOrder: true);
    }

    [Fact]
    public void Take_NoteIsEdited_KeepsItsState()
    {
        _rig.Service.Take([Trigger("stored")]);
        _rig.Feed(0, 0, 0);
        BreakWatch before = _rig.Stream.Watches.Active[1];
        _rig.Service.Take([Trigger("stored") with { Note = "of the grip", Revision = 2, ChangedBy = "bob" }]);
        _rig.Feed(0, 0, 0);

        _rig.Stream.Watches.Active[1].ShouldBeSameAs(before);
    }

    [Fact]
    public void Take_ThresholdIsEdited_ResetsItsState()
    {
        _rig.Service.Take([Trigger("stored")]);
        _rig.Feed(0, 0, 0);
        _rig.Service.Take([Trigger("stored") with { MinForce = 20, Revision = 2 }]);
        _rig.Feed(0, 0, 0);

        _rig.Stream.Watches.Active[1].Plan.Options.MinForce.ShouldBe(20);
    }

    [Fact]
    public void Take_Removed_IsWatchedNoLonger()
    {
        _rig.Service.Take([Trigger("stored")]);
        _rig.Feed(0, 0, 0);
        _rig.Service.Take([]);
        _rig.Feed(0, 0, 0);

        Names().ShouldBe(["snap"]);
        _rig.Service.Watches().Length.ShouldBe(1);
    }

    [Fact]
    public void Take_LargeCapture_AllocatesOnTheThreadOfTheEdit()
    {
        _rig.Feed(0, 0, 0);
        long before = GC.GetAllocatedBytesForCurrentThread();
        _rig.Service.Take([Trigger("stored") with { BeforeMs = 100_000 }]);
        long edit = GC.GetAllocatedBytesForCurrentThread() - before;
        _rig.Feed(0, 0, 0);
        long compute = GC.GetAllocatedBytesForCurrentThread() - before - edit;

        Names().ShouldBe(["snap", "stored"]);
        edit.ShouldBeGreaterThan(100_000_000);
        compute.ShouldBeLessThan(100_000);
    }

    [Fact]
    public void Take_MoreThanAllMayHave_IsAFaultOfTheLastAndIsNotAllocated()
    {
        _rig.Feed(0, 0, 0);
        _rig.Service.Take(
            [.. Enumerable.Range(0, 6).Select(i => Trigger($"t{i}") with { Id = i, BeforeMs = 100_000 })]);
        _rig.Feed(0, 0, 0);

        _rig.Stream.Watches.Faults.ShouldHaveSingleItem().Name.ShouldBe("t5");
        _rig.Service
            .Watches()
            .Sum(watch => (long)watch.Plan.Size.Bytes)
            .ShouldBeLessThanOrEqualTo(BreakService.MaxBytes);
    }

    [Fact]
    public void Take_NoRoomForFormerAndNext_IsWatchedOnceTheFormerIsFree()
    {
        StoredBreakTrigger[] rows =
        [
            .. Enumerable.Range(0, 5).Select(i => Trigger($"t{i}") with { Id = i, BeforeMs = 100_000 }),
        ];
        _rig.Service.Take(rows);
        _rig.Feed(0, 0, 0);
        _rig.Stream.Watches.Faults.ShouldBeEmpty();
        rows[0] = rows[0] with { MinForce = 20 };
        _rig.Service.Take(rows);
        _rig.Feed(0, 0, 0);
        _rig.Stream.Watches.Faults.ShouldHaveSingleItem().Name.ShouldBe("t0");

        _rig.Service.Tidy();
        _rig.Feed(0, 0, 0);

        _rig.Stream.Watches.Faults.ShouldBeEmpty();
        _rig.Stream.Watches.Active.Single(watch => watch.Plan.Options.Name == "t0").Plan.Options.MinForce.ShouldBe(20);
    }

    [Fact]
    public void Take_TwiceBeforeTheNextBlock_KeepsNothingOfTheFirst()
    {
        _rig.Feed(0, 0, 0);
        _rig.Service.Take([Trigger("one"), Trigger("two") with { Id = 8 }]);
        BreakWatch two = _rig.Service.Watches().Single(watch => watch.Plan.Options.Name == "two");
        _rig.Service.Take([Trigger("two") with { Id = 8 }]);
        _rig.Service.Watches().Length.ShouldBe(2);
        _rig.Feed(0, 0, 0);

        Names().ShouldBe(["snap", "two"]);
        _rig.Stream.Watches.Active[1].ShouldBeSameAs(two);
    }

    [Fact]
    public void Take_DescriptionChangesBeforeItIsTaken_IsWatchedByTheNewOne()
    {
        _rig.Feed(0, 0, 0);
        _rig.Service.Take([Trigger("stored")]);
        _rig.Description = TestStream.Description with { BitIn = [] };
        _rig.Feed(0, 0, 0);

        Names().ShouldBe(["snap", "stored"]);
        _rig.Service.Watches().Length.ShouldBe(2);
        _rig.Stream.Offered.ShouldBeNull();
    }

    [Fact]
    public void Take_StreamOfThePastEnds_ReleasesItsMemory()
    {
        _rig.Feed(0, 0, 0);
        _rig.Service.Take([Trigger("stored")]);
        _rig.Stream.Retire(true);
        _rig.Stream.Idle(TimeSpan.Zero);
        _rig.Stream.Idle(TimeSpan.FromSeconds(2));

        _rig.Service.Watches().ShouldBeEmpty();
    }

    [Fact]
    public async Task Take_WhileBlocksComeAndDescriptionsChange_IsInForceAtLastAndLeavesNothingBehind()
    {
        StreamDescription renamed = TestStream.Description with
        {
            Servo = [.. TestStream.Description.Servo.Select(channel => channel with
            {
                Columns = [.. channel.Columns.Select(column => column with { Unit = "N" })],
            })],
        };
        Task editing = Task.Run(() =>
        {
            for (int i = 0; i <= 500; i++)
            {
                _rig.Service.Take([Trigger("stored") with { MinForce = 10 + (i % 7), Revision = i }]);
                if (i % 3 == 0)
                    _rig.Service.Tidy();
            }
        });
        for (int i = 0; !editing.IsCompleted; i++)
        {
            _rig.Description = i % 5 < 3 ? TestStream.Description : renamed;
            _rig.Feed(0, 0, 0);
        }

        await editing;
        _rig.Feed(0, 0, 0);
        _rig.Service.Tidy();
        _rig.Feed(0, 0, 0);

        Names().ShouldBe(["snap", "stored"]);
        _rig.Stream.Watches.Active[1].Plan.Options.MinForce.ShouldBe(10 + (500 % 7));
        _rig.Service.Watches().ShouldBe(_rig.Stream.Watches.Active, ignoreOrder: true);
        _rig.Stream.Offered.ShouldBeNull();
    }

    [Fact]
    public void Take_NameOfTheConfiguration_IsAFaultAndTheConfiguredOneStays()
    {
        _rig.Service.Take([Trigger("SNAP")]);
        _rig.Feed(0, 0, 0);

        Names().ShouldBe(["snap"]);
        _rig.Stream.Watches.Faults.Single().Text.ShouldContain("rename that of the database");
    }

    [Fact]
    public void Take_NothingChanged_IsNoNewVersion()
    {
        _rig.Service.Take([Trigger("stored")]);
        long version = _rig.Service.Version;

        _rig.Service.Take([Trigger("stored")]);

        _rig.Service.Version.ShouldBe(version);
    }

    [Fact]
    public void HasTriggers_NeitherConfiguredNorStored_IsFalse()
    {
        BreakService coordinator = new([]);
        coordinator.HasTriggers.ShouldBeFalse();
        coordinator.Take([Trigger("stored")]);

        coordinator.HasTriggers.ShouldBeTrue();
    }

    private IEnumerable<string> Names() => _rig.Stream.Watches.Active.Select(watch => watch.Plan.Options.Name);

    [Fact]
    public void Take_OfAnotherStation_IsForItsStreamsAlone()
    {
        using StreamBreaks first = _rig.Service.NewStream(Guid.NewGuid(), 1, "lab/rig1/main", "lab/rig1");
        using StreamBreaks second = _rig.Service.NewStream(Guid.NewGuid(), 1, "lab/rig2/main", "lab/rig2");
        _rig.Service.Take([Trigger("mine")], "lab/rig1");
        _rig.Service.Take([Trigger("other") with { Station = "lab/rig2" }], "lab/rig2");

        Names(first).ShouldBe(["mine", "snap"], ignoreOrder: true);
        Names(second).ShouldBe(["other", "snap"], ignoreOrder: true);
        _rig.Service.Take([], "lab/rig1");
        (Names(first).Length, Names(second).Length).ShouldBe((1, 2));
    }

    private string[] Names(StreamBreaks stream) =>
    [
        .. _rig.Service.Watch(TestStream.Description, BreakWatches.None, stream).Active
            .Select(watch => watch.Plan.Options.Name),
    ];

    private static StoredBreakTrigger Trigger(string name) => new()
    {
        Id = 7,
        Revision = 1,
        Station = "lab/rig1",
        Name = name,
        Channel = "servo1.force",
        FallPercent = 50,
        WithinMs = 0.2,
        MinForce = 10,
        BeforeMs = 0.2,
        AfterMs = 0.2,
        RearmMs = 0.1,
    };
}
