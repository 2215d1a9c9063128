using System.Net.WebSockets;
using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Signals.Buckets;
using SignalMonitor.Dashboard.Live;
using SignalMonitor.Events;
using SignalMonitor.History;
using SignalMonitor.Streams;
using SignalMonitor.Taps;

namespace SignalMonitor.Tests.Dashboard.Live;

public sealed class LiveLoopTests : IDisposable
{
    private readonly LiveRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Join_Browser_GetsHelloCatalogueAlarmsTheLastEventsAndHealth()
    {
        for (int i = 0; i < 300; i++)
            _rig.Events.Add(DashboardEventKind.Note, "main", DashboardEventSeverity.Info, i, $"note {i}");
        LiveBrowser browser = _rig.Join();

        browser.Texts
            .Select(text => text.GetProperty("type").GetString())
            .ShouldBe(["hello", "catalogue", "alarms", "events", "health"]);
        browser.Texts[0].GetProperty("limits").GetProperty("signals").GetInt32().ShouldBe(1024);
        JsonElement events = browser.Texts[3];
        events.GetProperty("events").GetArrayLength().ShouldBe(200);
        events.GetProperty("events")[199].GetProperty("n").GetString().ShouldBe("300");
        events.GetProperty("missed").GetInt64().ShouldBe(0);
    }

    [Fact]
    public void Join_MoreThanThereMayBe_IsNull()
    {
        using LiveRig rig = new(browsers: 3);
        for (int i = 0; i < 3; i++)
            rig.Loop.TryJoin().ShouldNotBeNull();

        rig.Loop.TryJoin().ShouldBeNull();
        rig.Loop.Browsers.ShouldBe(3);
    }

    [Fact]
    public void Subscribe_KnownAndUnknownNames_AreFoundAndMissing()
    {
        _rig.Next();
        LiveBrowser browser = _rig.Join().Subscribe(7, "main", 12_500_001, "servo1.force", "no.such", "ad1");

        JsonElement answer = browser.Of("subscribed").ShouldHaveSingleItem();
        answer.GetProperty("id").GetInt32().ShouldBe(7);
        answer.GetProperty("widthNs").GetString().ShouldBe("25000000");
        answer.GetProperty("signals").EnumerateArray().Select(signal => signal.ToString())
            .ShouldBe(["{\"name\":\"servo1.force\",\"unit\":\"kN\"}", "{\"name\":\"ad1\",\"unit\":\"V\"}"]);
        answer.GetProperty("missing").EnumerateArray().Select(name => name.GetString()).ShouldBe(["no.such"]);
    }

    [Fact]
    public void Subscribe_StreamThatComesLater_BeginsByItself()
    {
        LiveBrowser browser = _rig.Join().Subscribe(1, "main", BucketGrid.FinestNs, "ad1");
        browser.Of("subscribed").ShouldHaveSingleItem().GetProperty("signals").GetArrayLength().ShouldBe(0);
        _rig.Next();
        browser.Tick().ShouldBeNull();
        browser.Of("subscribed").Length.ShouldBe(2);
        Run(30);

        browser.Tick().ShouldNotBeNull().Sections.ShouldHaveSingleItem().Signals.ShouldBe(1);
    }

    [Theory]
    [InlineData(100)]
    [InlineData(50)]
    [InlineData(25)]
    [InlineData(12.5)]
    [InlineData(6.25)]
    [InlineData(3.125)]
    [InlineData(1.5625)]
    [InlineData(0.78125)]
    [InlineData(200)]
    [InlineData(1600)]
    public void Tick_ImpulseOfOneSample_IsTheMaximumOfItsBucketAtEveryWidth(double widthMs)
    {
        long widthNs = (long)(widthMs * 1e6);
        _rig.Next();
        LiveBrowser browser = _rig.Join().Subscribe(1, "main", widthNs, "servo1.force");
        Dictionary<long, Bucket> shown = [];
        for (int i = 0; i < 400; i++)
        {
            _rig.Next(block => block.Channel(BlockGroup.Servo, 0).Sensor(0)[4] = i == 237 ? 99 : 0);
            if (i % 4 == 0)
                Show(shown, browser.Tick());
        }

        Show(shown, browser.Tick());
        long at = LiveRig.StartNs + (238 * LiveRig.BlockNs) + 4_000_000;
        KeyValuePair<long, Bucket> hit = shown.Where(entry => entry.Value.Max == 99).ShouldHaveSingleItem();
        hit.Key.ShouldBe(at - (at % widthNs));
    }

    [Fact]
    public void Tick_AnyWidth_IsWhatAPlainLoopCounts()
    {
        long[] widths =
        [
            BucketGrid.FinestNs / 128, BucketGrid.FinestNs / 8, BucketGrid.FinestNs, 4 * BucketGrid.FinestNs,
        ];
        _rig.Next();
        LiveBrowser browser = _rig.Join();
        for (uint i = 0; i < widths.Length; i++)
            browser.Subscribe(i, "main", widths[i], "servo1.force", "ad1", "bitin1");
        Random random = new(1);
        Dictionary<uint, Dictionary<long, Bucket>[]> shown = widths.Select((_, i) => (uint)i)
            .ToDictionary(id => id, _ => new Dictionary<long, Bucket>[] { [], [], [] });
        List<(long Ns, double Value)>[] samples = [[], [], []];
        for (int i = 1; i < 300; i++)
        {
            long acquired = LiveRig.StartNs + (i * LiveRig.BlockNs);
            _rig.Next(block =>
            {
                Fill(block.Channel(BlockGroup.Servo, 0).Sensor(0), random, acquired, 1_000_000, samples[0]);
                Fill(block.Channel(BlockGroup.AD, 0).Values, random, acquired, 500_000, samples[1]);
                block.SetBit(BitGroup.In, 0, i % 3 == 0);
                samples[2].Add((acquired, i % 3 == 0 ? 1 : 0));
            });
            if (i % 3 != 0 && i != 299)
                continue;
            foreach (SectionReading section in browser.Tick()?.Sections ?? [])
            {
                section.IsCoarser.ShouldBeFalse();
                for (int signal = 0; signal < 3; signal++)
                    Show(shown[section.Id][signal], section, signal);
            }
        }

        foreach ((uint id, Dictionary<long, Bucket>[] signals) in shown)
        {
            for (int signal = 0; signal < 3; signal++)
                signals[signal].ShouldBe(
                    Expected(samples[signal], widths[id]), ignoreOrder: true, $"width {widths[id]}, signal {signal}");
        }
    }

    [Fact]
    public void Tick_WidthOfTheHistory_IsTheSameBuckets()
    {
        _rig.Edit(("twice", "servo1.force * 2"));
        _rig.Next();
        LiveBrowser browser = _rig.Join().Subscribe(1, "main", BucketGrid.FinestNs, "servo1.force", "ad1", "twice");
        Random random = new(3);
        Dictionary<long, Bucket>[] shown = [[], [], []];
        MonitoredStream stream = _rig.StreamOf(LiveRig.Main);
        for (int i = 0; i < 500; i++)
        {
            _rig.Next(block =>
            {
                Fill(block.Channel(BlockGroup.Servo, 0).Sensor(0), random, 0, 0, []);
                Fill(block.Channel(BlockGroup.AD, 0).Values, random, 0, 0, []);
            });
            if (i % 5 == 0 && browser.Tick() is { } batch)
            {
                for (int signal = 0; signal < 3; signal++)
                    Show(shown[signal], batch.Sections.ShouldHaveSingleItem(), signal);
            }
        }

        HistoryView view = HistoryReader.Read(stream.History, "*", 60, 2048).ShouldNotBeNull();
        string[] names = ["servo1.force", "ad1", "twice"];
        for (int signal = 0; signal < 3; signal++)
        {
            int column = view.Names.IndexOf(names[signal]);
            foreach ((long start, Bucket bucket) in shown[signal].OrderBy(entry => entry.Key).SkipLast(1))
                view.Table[(int)(view.Table.Grid.IndexOf(start) - view.Table.First), column].ShouldBe(bucket);
            shown[signal].Count.ShouldBeGreaterThan(45);
        }
    }

    [Fact]
    public void Tick_NothingNew_SendsNothing()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs);
        Run(30);
        browser.Tick().ShouldNotBeNull();

        browser.Tick().ShouldBeNull();
    }

    [Fact]
    public void Tick_NotAcknowledged_SendsTwoBatchesAndNoMore()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs / 8);
        for (int i = 0; i < 20; i++)
        {
            Run(3);
            _rig.Tick();
            browser.Receive();
        }

        browser.Batches.Select(batch => batch.Number).ShouldBe([1u, 2u]);
    }

    [Fact]
    public void Tick_BrowserThatWasBehind_GetsWiderBucketsUpToNowAndThenTheUsual()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs / 8);
        Run(10);
        LiveReading first = browser.Tick().ShouldNotBeNull();
        browser.Send(new LiveCommand.Pause());
        for (int i = 0; i < 1000; i++)
        {
            _rig.Next(block => block.Channel(BlockGroup.Servo, 0).Sensor(0)[0] = i == 400 ? 77 : 1);
            if (i % 3 == 0)
                browser.Tick().ShouldBeNull();
        }

        browser.Send(new LiveCommand.Resume());
        SectionReading coarse = browser.Tick().ShouldNotBeNull().Sections.ShouldHaveSingleItem();
        coarse.IsCoarser.ShouldBeTrue();
        coarse.WidthNs.ShouldBeGreaterThan(BucketGrid.FinestNs / 8);
        coarse.Count.ShouldBeInRange(2, LiveLimits.SectionBuckets);
        coarse.T0.ShouldBeLessThanOrEqualTo(
            first.Sections[0].T0 + (first.Sections[0].Count * first.Sections[0].WidthNs));
        (coarse.T0 + (coarse.Count * coarse.WidthNs)).ShouldBeGreaterThanOrEqualTo(coarse.UntilNs - LiveRig.BlockNs);
        coarse.Buckets.Max(bucket => bucket.Max).ShouldBe(77);

        Run(1);
        SectionReading usual = browser.Tick().ShouldNotBeNull().Sections.ShouldHaveSingleItem();
        (usual.IsCoarser, usual.WidthNs).ShouldBe((false, BucketGrid.FinestNs / 8));
        usual.T0.ShouldBeInRange(
            coarse.T0, coarse.T0 + ((coarse.Count - 1) * coarse.WidthNs), "nothing is left out between the two");
    }

    [Fact]
    public void Tick_BehindForLongerThanIsKept_GetsTheNewestOnly()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs / 128);
        Run(3);
        browser.Tick().ShouldNotBeNull();
        browser.Send(new LiveCommand.Pause());
        for (int i = 0; i < 12_000; i++)
        {
            _rig.Next();
            if (i % 40 == 0)
                _rig.Tick();
        }

        browser.Send(new LiveCommand.Resume());
        SectionReading coarse = browser.Tick().ShouldNotBeNull().Sections.ShouldHaveSingleItem();
        coarse.IsCoarser.ShouldBeTrue();
        coarse.Count.ShouldBeInRange(2, LiveLimits.SectionBuckets);
        (coarse.T0 + (coarse.Count * coarse.WidthNs)).ShouldBeGreaterThanOrEqualTo(coarse.UntilNs);
    }

    [Fact]
    public void Tick_NeverAcknowledged_IsClosedWithAReason()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs / 8);
        Run(20);
        _rig.Tick();
        browser.Receive();
        _rig.Time.Advance(LiveLimits.Patience + TimeSpan.FromSeconds(1));
        _rig.Tick();

        browser.Session.Outbox.Close.ShouldBe(
            (WebSocketCloseStatus.PolicyViolation, "no batch was acknowledged in 60 s"));
    }

    [Fact]
    public void Tick_BatchThatIsNotSent_IsNotReplaced()
    {
        LiveBrowser stalled = Subscribed(BucketGrid.FinestNs / 8);
        LiveBrowser other = _rig.Join().Subscribe(1, "main", BucketGrid.FinestNs / 8, "servo1.force");
        for (int i = 0; i < 200; i++)
        {
            Run(3);
            other.Tick().ShouldNotBeNull().Sections.ShouldHaveSingleItem().IsCoarser.ShouldBeFalse();
        }

        stalled.Receive().Batches.ShouldHaveSingleItem().Number.ShouldBe(1u);
        stalled.Texts.Count.ShouldBeLessThan(8, "state is replaced, not queued");
    }

    [Fact]
    public void Acknowledge_BatchThatWasNotSent_IsRefused()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs);

        browser.Session.Acknowledge(1).ShouldBeFalse();
        browser.Session.Acknowledge(0).ShouldBeTrue();
    }

    [Fact]
    public void Unsubscribe_LastOne_ReleasesTheTapAndItsMemory()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs);
        MonitoredStream stream = _rig.StreamOf(LiveRig.Main);
        (stream.Tap, _rig.Loop.Bytes).ShouldNotBe((null, 0));
        browser.Send(new LiveCommand.Unsubscribe(1));

        stream.Tap.ShouldBeNull();
        _rig.Loop.Bytes.ShouldBe(0);
    }

    [Fact]
    public void Leave_Browser_TakesItsSubscriptionsWithIt()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs);
        _rig.Loop.Leave(browser.Session);
        _rig.Loop.Serve();

        _rig.StreamOf(LiveRig.Main).Tap.ShouldBeNull();
        (_rig.Loop.Browsers, _rig.Loop.Bytes).ShouldBe((0, 0));
    }

    [Fact]
    public void Subscribe_SameNumber_ReplacesTheFormer()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs).Subscribe(1, "main", BucketGrid.FinestNs / 2, "ad1");
        Run(30);

        SectionReading section = browser.Tick().ShouldNotBeNull().Sections.ShouldHaveSingleItem();
        (section.Id, section.WidthNs, section.IsReset).ShouldBe((1u, BucketGrid.FinestNs / 2, true));
    }

    [Fact]
    public void Subscribe_TwiceBetweenTwoBlocks_AllGetTheBlocksBehind()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs);
        Run(30);
        browser.Tick();
        browser
            .Subscribe(2, "main", BucketGrid.FinestNs, "servo1.force")
            .Subscribe(3, "main", BucketGrid.FinestNs, "servo1.command");
        Run(30);

        LiveReading batch = browser.Tick().ShouldNotBeNull();
        batch.Sections.Select(section => section.Id).ShouldBe([1u, 2u, 3u], ignoreOrder: true);
    }

    [Fact]
    public void Subscribe_ManyBetweenTwoTicks_RebuildsTheTapOnce()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs);
        MonitoredStream stream = _rig.StreamOf(LiveRig.Main);
        LiveTap? before = stream.Tap.ShouldNotBeNull();
        foreach ((string name, uint id) in (ReadOnlySpan<(string, uint)>)[("servo1.command", 2), ("ad1", 3), ("bitin1", 4)])
        {
            _rig.Loop.Post(browser.Session, new LiveCommand.Subscribe(id, "main", [name], BucketGrid.FinestNs));
            _rig.Loop.Serve();
            stream.Tap.ShouldBeSameAs(before);
        }

        browser.Tick();

        stream.Tap.ShouldNotBeNull().Columns.Select(column => column.Name)
            .ShouldBe(["servo1.force", "servo1.command", "ad1", "bitin1"], ignoreOrder: true);
        browser.Of("subscribed").Length.ShouldBe(4);
    }

    [Fact]
    public void Subscribe_TooMany_IsRefusedByNumber()
    {
        _rig.Next();
        LiveBrowser browser = _rig.Join();
        for (uint i = 0; i <= LiveLimits.Subscriptions; i++)
            browser.Subscribe(i, "main", BucketGrid.FinestNs, "ad1");

        JsonElement refused = browser.Of("refused").ShouldHaveSingleItem();
        refused.GetProperty("id").GetInt32().ShouldBe(LiveLimits.Subscriptions);
        refused
            .GetProperty("reason")
            .GetString()
            .ShouldBe("this browser has 128 subscriptions, which is all it may have; unsubscribe others");
    }

    [Fact]
    public void Subscribe_TooManySignalsInAll_IsRefused()
    {
        LiveBrowser browser = _rig.Join();
        browser.Subscribe(1, "main", BucketGrid.FinestNs, [.. Enumerable.Range(0, 1000).Select(i => $"a{i}")]);
        browser.Subscribe(2, "main", BucketGrid.FinestNs, [.. Enumerable.Range(0, 25).Select(i => $"b{i}")]);

        browser.Of("refused").ShouldHaveSingleItem().GetProperty("reason").GetString()
            .ShouldBe("this browser would have 1025 signals; 1024 are allowed; unsubscribe others");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(long.MaxValue)]
    public void Subscribe_NoWidth_IsRefused(long widthNs) => _rig.Join().Subscribe(3, "main", widthNs, "ad1")
        .Of("refused").ShouldHaveSingleItem().GetProperty("reason").GetString()
        .ShouldBe($"widthNs {widthNs} is no width of a bucket; 1 to {LiveLimits.WidestNs} ns are");

    [Fact]
    public void Subscribe_BeyondTheMemoryLimit_IsRefusedAndTheOthersGoOn()
    {
        using LiveRig rig = new(memory: 100_000);
        StreamDescription wide = LiveRig.Describe("main", inputs: 60);
        rig.Next(description: wide);
        LiveBrowser browser = rig.Join().Subscribe(1, "main", BucketGrid.FinestNs, "servo1.force");
        browser.Subscribe(2, "main", BucketGrid.FinestNs, [.. Enumerable.Range(1, 60).Select(i => $"ad{i}")]);

        browser
            .Of("refused")
            .ShouldHaveSingleItem()
            .GetProperty("reason")
            .GetString()
            .ShouldStartWith("live data of this stream would take ");
        rig.Loop.Bytes.ShouldBeLessThanOrEqualTo(100_000);
        for (int i = 0; i < 30; i++)
            rig.Next(description: wide);
        browser.Tick().ShouldNotBeNull().Sections.ShouldHaveSingleItem().Id.ShouldBe(1u);
    }

    [Fact]
    public void Tick_CatalogueChanges_GoesOnByNameWithAReset()
    {
        LiveBrowser browser = _rig.Join();
        _rig.Next(description: LiveRig.Describe("main", inputs: 2));
        browser.Subscribe(1, "main", BucketGrid.FinestNs / 8, "ad1", "ad2");
        StreamDescription next = LiveRig.Describe("main", inputs: 1);
        browser.Tick();
        Run(10, next);
        browser.Tick();
        Run(10, next);

        LiveReading batch = browser.Tick().ShouldNotBeNull();
        browser.Of("subscribed").Last().GetProperty("missing")[0].GetString().ShouldBe("ad2");
        SectionReading section = batch.Sections.ShouldHaveSingleItem();
        (section.IsReset, section.Signals).ShouldBe((true, 1));
        section.Dropped.ShouldBeGreaterThan(0UL, "blocks of the new description came before there was a tap for it");
        _rig.Time.Advance(TimeSpan.FromSeconds(1));
        browser.Tick();
        browser.Of("catalogue").ShouldNotBeEmpty();
    }

    [Fact]
    public void Tick_EditOfAnotherVariable_LeavesNoGapInTheOthers()
    {
        _rig.Edit(("a", "servo1.force + 1"), ("b", "servo1.force + 2"));
        _rig.Next();
        LiveBrowser browser = _rig.Join().Subscribe(1, "main", BucketGrid.FinestNs / 8, "a");
        Dictionary<long, Bucket> shown = [];
        for (int i = 0; i < 60; i++)
        {
            if (i == 31)
                _rig.Edit(("a", "servo1.force + 1"), ("b", "servo1.force + 3"), ("c", "ad1"));
            _rig.Next();
            if (i % 3 == 0)
                Show(shown, browser.Tick());
        }

        Show(shown, browser.Tick());
        long[] starts = [.. shown.Keys.Order()];
        starts.Zip(starts.Skip(1)).ShouldAllBe(pair => pair.Second - pair.First == BucketGrid.FinestNs / 8);
        shown.Values.ShouldAllBe(bucket => bucket.Max == 1);
    }

    [Fact]
    public void Tick_VariableThatIsAdded_IsFoundThen()
    {
        _rig.Edit(("a", "servo1.force"));
        _rig.Next();
        LiveBrowser browser = _rig.Join().Subscribe(1, "main", BucketGrid.FinestNs / 8, "count");
        browser.Of("subscribed").ShouldHaveSingleItem().GetProperty("missing").GetArrayLength().ShouldBe(1);
        _rig.Edit(("a", "servo1.force"), ("count", "7 + 0 * servo1.force"));
        Run(1);
        browser.Tick();
        Run(20);

        browser.Tick().ShouldNotBeNull().Sections
            .ShouldHaveSingleItem()
            .Of(0)
            .ShouldAllBe(entry => entry.Bucket.Last == 7);
    }

    [Fact]
    public void Tick_NaNAndInfinities_AreCountedAndShown()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs / 8);
        for (int i = 0; i < 10; i++)
        {
            _rig.Next(block =>
            {
                Span<double> force = block.Channel(BlockGroup.Servo, 0).Sensor(0);
                force.Fill(double.NaN);
                force[3] = i % 2 == 0 ? double.PositiveInfinity : double.NegativeInfinity;
            });
        }

        SectionReading section = browser.Tick().ShouldNotBeNull().Sections.ShouldHaveSingleItem();
        section.Of(0).ShouldAllBe(entry => entry.Bucket.Count > 0);
        section.Of(0).Select(entry => entry.Bucket.Max).ShouldContain(double.PositiveInfinity);
        section.Of(0).Select(entry => entry.Bucket.Min).ShouldContain(double.NegativeInfinity);
    }

    [Theory]
    [InlineData(long.MaxValue)]
    [InlineData(long.MinValue)]
    [InlineData(0)]
    public void Tick_UnusableRigClock_RestartsAtTheBlock(long acquiredNs)
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs / 128);
        browser.Send(new LiveCommand.Pairs(2, "main", "servo1.command", "servo1.force", 100));
        Run(10);
        browser.Tick().ShouldNotBeNull();
        CDataBlock block = LiveRig.BlockOf(LiveRig.Main, 110);
        _rig.StreamOf(LiveRig.Main).Tap!.Offer(block, LiveRig.Main, acquiredNs, acquiredNs, null);
        browser.Tick();
        Run(10);
        browser.Tick();
        Run(10);

        SectionReading section = browser.Tick().ShouldNotBeNull().Sections[0];
        section.Of(0).ShouldNotBeEmpty();
        section.T0.ShouldBeLessThan(section.UntilNs);
    }

    [Fact]
    public void Tick_BlocksThatNeverCame_AreAGap()
    {
        LiveBrowser browser = Subscribed(BucketGrid.FinestNs / 8);
        Run(10);
        _rig.Next(missing: 20);
        Run(5);

        SectionReading section = browser.Tick().ShouldNotBeNull().Sections.ShouldHaveSingleItem();
        Enumerable.Range(0, section.Count).Count(i => section.Buckets[i].Count == 0).ShouldBeGreaterThan(10);
    }

    [Fact]
    public void Tick_ManyColumns_AreAllThere()
    {
        StreamDescription wide = LiveRig.Describe("main", inputs: 1020);
        _rig.Next(description: wide);
        string[] names =
        [
            .. Enumerable.Range(1, 1020).Select(i => $"ad{i}"), "servo1.force", "servo1.command", "servo1.output",
            "bitin1",
        ];
        LiveBrowser browser = _rig.Join().Subscribe(1, "main", BucketGrid.FinestNs / 128, names);
        for (int i = 0; i < 20; i++)
            _rig.Next(block => block.Channel(BlockGroup.AD, 1019).Values.Fill(5), wide);

        SectionReading section = browser.Tick().ShouldNotBeNull().Sections.ShouldHaveSingleItem();
        section.Signals.ShouldBe(1024);
        section.Count.ShouldBeInRange(2, LiveLimits.SectionCells / 1024);
        section.Of(1019).ShouldAllBe(entry => entry.Bucket.Max == 5);
    }

    [Fact]
    public void Tick_SeveralStreams_EachHasItsOwnValues()
    {
        StreamDescription other = LiveRig.Describe("other", id: 2);
        _rig.Next();
        _rig.Next(description: other);
        LiveBrowser browser = _rig
            .Join()
            .Subscribe(1, "main", BucketGrid.FinestNs / 8, "ad1")
            .Subscribe(2, "other", BucketGrid.FinestNs / 8, "ad1");
        for (int i = 0; i < 20; i++)
        {
            _rig.Next(block => block.Channel(BlockGroup.AD, 0).Values.Fill(1));
            _rig.Next(block => block.Channel(BlockGroup.AD, 0).Values.Fill(2), other);
        }

        LiveReading batch = browser.Tick().ShouldNotBeNull();
        batch.Sections.Select(section => section.Id).ShouldBe([1u, 2u]);
        foreach (SectionReading section in batch.Sections)
            section.Of(0).ShouldAllBe(entry => entry.Bucket.Max == section.Id);
    }

    [Fact]
    public void Watch_Stream_GetsItsValuesWhenTheyChange()
    {
        _rig.Next();
        LiveBrowser browser = _rig.Join().Send(new LiveCommand.Watch(["main", "no.such"]));
        browser.Tick();
        JsonElement values = browser.Of("values").ShouldHaveSingleItem().GetProperty("values");
        values.GetProperty("stream").GetString().ShouldBe("main");
        for (int i = 0; i < 30; i++)
            browser.Tick();
        browser.Of("values").Length.ShouldBe(1, "nothing has changed");
        _rig.Next();
        for (int i = 0; i < 10; i++)
            browser.Tick();

        browser.Of("values").Length.ShouldBe(2);
    }

    [Fact]
    public void Pairs_Loop_HasItsTips()
    {
        _rig.Next();
        LiveBrowser browser = _rig.Join().Send(new LiveCommand.Pairs(5, "main", "servo1.command", "servo1.force", 100));
        List<(double T, double X, double Y)> pairs = [];
        for (int i = 0; i < 200; i++)
        {
            _rig.Next(block =>
            {
                BlockChannel channel = block.Channel(BlockGroup.Servo, 0);
                for (int p = 0; p < LiveRig.Points; p++)
                {
                    double phase = 2 * Math.PI * ((i * LiveRig.Points) + p) / 500;
                    (channel.Command[p], channel.Sensor(0)[p]) = (Math.Cos(phase), Math.Sin(phase));
                }
            });
            if (i % 3 == 0 && browser.Tick() is { } batch)
                pairs.AddRange(
                    batch.Sections.ShouldHaveSingleItem().Pairs.Select(
                        pair => (batch.Sections[0].T0 + pair.T, pair.X, pair.Y)));
        }

        pairs.Count.ShouldBeLessThan(210, "100 a second for two seconds");
        double[] extremes =
        [
            pairs.Min(pair => pair.X),
            pairs.Min(pair => pair.Y),
            -pairs.Max(pair => pair.X),
            -pairs.Max(pair => pair.Y),
        ];
        foreach (double min in extremes)
            min.ShouldBe(-1, 1e-9);
        pairs.Select(pair => pair.T).ShouldBeInOrder();
    }

    private LiveBrowser Subscribed(long widthNs)
    {
        _rig.Next();
        return _rig.Join().Subscribe(1, "main", widthNs, "servo1.force");
    }

    private void Run(int blocks, StreamDescription? description = null)
    {
        for (int i = 0; i < blocks; i++)
            _rig.Next(description: description);
    }

    private static void Show(Dictionary<long, Bucket> shown, LiveReading? batch)
    {
        foreach (SectionReading section in batch?.Sections ?? [])
            Show(shown, section, 0);
    }

    // As a browser does: what begins at or after the section is replaced by it.
    private static void Show(Dictionary<long, Bucket> shown, SectionReading section, int signal)
    {
        foreach (long start in shown.Keys.Where(start => start >= section.T0).ToArray())
            shown.Remove(start);
        foreach ((long start, Bucket bucket) in section.Of(signal))
            shown[start] = bucket;
    }

    private static void Fill(
        Span<double> column, Random random, long acquiredNs, long stepNs, List<(long Ns, double Value)> samples)
    {
        for (int i = 0; i < column.Length; i++)
        {
            column[i] = random.Next(9) == 0 ? double.NaN : random.NextDouble();
            samples.Add((acquiredNs + (i * stepNs), column[i]));
        }
    }

    // From the first bucket on that all samples of it came for.
    private static Dictionary<long, Bucket> Expected(List<(long Ns, double Value)> samples, long widthNs)
    {
        long first = LiveRig.StartNs + LiveRig.BlockNs;
        Dictionary<long, Bucket> expected = [];
        foreach ((long ns, double value) in samples)
        {
            long start = ns - (ns % widthNs);
            if (start >= first)
                expected[start] = expected.GetValueOrDefault(start).Append(Bucket.From(value));
        }

        return expected;
    }
}
