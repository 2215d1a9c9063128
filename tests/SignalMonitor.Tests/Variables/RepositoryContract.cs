using FuncLibs.Signals.Limits;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using SignalMonitor.Variables.Schema;
using Testing;

namespace SignalMonitor.Tests.Variables;

/// <summary>What every database of signal variables does; one small class for each provider.</summary>
public abstract class RepositoryContract : IDisposable
{
    protected const string Station = "lab/rig1";

    private static readonly DefinitionCheck Check = new();

    public void Dispose()
    {
        Dispose(true);
        GC.SuppressFinalize(this);
    }

    [ContractFact]
    public void Load_NewDatabase_HasTheReferenceRig()
    {
        using IVariableRepository repository = Open(seed: true);

        VariableSet set = Value(repository.Load(Station));

        set.Variables.Length.ShouldBe(11);
        set.Limits.Length.ShouldBe(5);
        set.Aliases.Length.ShouldBe(2);
        set.Broken.ShouldBeEmpty();
        Check.Check(set).ShouldBeEmpty();
    }

    [ContractFact]
    public void GetDBSignalVars_DisabledAmongThem_GivesTheEnabledWithRevisions()
    {
        using IVariableRepository repository = Open(seed: true);

        StationVariables found = Value(repository.GetDBSignalVars(Station));

        found.Variables.Length.ShouldBe(10);
        found.Variables.ShouldAllBe(variable => variable.Revision == 1 && variable.Enabled);
        found.Variables.Select(variable => variable.Id).ShouldBeInOrder();
    }

    [ContractFact]
    public void GetDBSignalVars_OtherStation_IsEmpty()
    {
        using IVariableRepository repository = Open(seed: true);

        Value(repository.GetDBSignalVars("lab/rig2")).Variables.ShouldBeEmpty();
    }

    [ContractFact]
    public void VariablesNaming_FormulaOrUnit_GivesThoseOfAllStations()
    {
        using IVariableRepository repository = Open();
        Done(repository, Put(Variable("a") with { Station = "lab/rig2", Unit = "grip", Enabled = false }));
        Done(
            repository,
            Put(Variable("b") with { Expression = "convert(servo1.force, \"grip\")" }),
            Put(Variable("grip_c")));

        Value(repository.VariablesNaming("grip")).Select(variable => (variable.Station, variable.Name))
            .ShouldBe([(Station, "b"), ("lab/rig2", "a")]);
        Value(repository.VariablesNaming("nothing")).ShouldBeEmpty();
    }

    [ContractFact]
    public void Change_EveryKindOfRow_ComesBackAsItWas()
    {
        using IVariableRepository repository = Open();
        Definition[] rows =
        [
            Variable("a") with { Unit = "kN", DisplayDigits = 7, Enabled = false, Note = "Grüße\n<>\"'", KeepOverRuns = true },
            new StoredLimit
            {
                Station = Station, Variable = "a", Kind = LimitKind.Band, Value = -1e-300, Value2 = double.MaxValue,
                Hysteresis = 0.1,
                MinDurationMs = 1.5, Unit = "kN", Severity = LimitSeverity.Severe, Latch = true, Enabled = false,
                Note = "n",
            },
            new StoredLimit
            {
                Station = Station,
                Variable = "a",
                Kind = LimitKind.Underpeak,
                Value = 1,
                MinDurationCount = 7,
            },
            new UnitDefinition { Name = "kip", Dimension = "N", Factor = 4448.2216152605, Offset = -0.5 },
            new ChannelAlias { Station = Station, Alias = "load", Channel = "servo1.force" },
            new TestRun
            {
                Station = Station,
                Name = "T-1",
                L0Mm = 50,
                S0Mm2 = 78.54,
                ControlMode = ControlMode.Strain,
                StartedUtc = new DateTimeOffset(2026, 1, 2, 3, 4, 5, 6, TimeSpan.Zero),
            },
        ];

        VariableSet set = Done(repository, [.. rows.Select(Put)]).Set!;

        Plain(set.Variables.Single()).ShouldBe(rows[0]);
        set.Limits.Select(Plain).ShouldBe(rows[1..3]);
        Plain(set.Units.Single()).ShouldBe(rows[3]);
        Plain(set.Aliases.Single()).ShouldBe(rows[4]);
        Plain(set.Run!).ShouldBe(rows[5]);
        Value(repository.Load(Station)).HasSameContent(set).ShouldBeTrue();
    }

    [ContractFact]
    public void Change_FromAnOldRevision_IsAConflictAndNamesTheAuthor()
    {
        using IVariableRepository repository = Open();
        Done(repository, Put(Variable("a")));
        Done(repository, Put(Variable("a") with { Expression = "2" }));

        DatabaseFault fault = Fault(
            repository.Change(
                Station, "late", _ => [new Edit(Variable("a") with { Expression = "3" }, EditKind.Put, 1)], Check));

        fault.Kind.ShouldBe(DatabaseFaultKind.Conflict);
        fault.Text.ShouldContain("kim changed it at");
        fault.Text.ShouldContain("it has revision 2, and this edit was made from 1");
        Value(repository.Load(Station)).Variables.Single().Expression.ShouldBe("2");
    }

    [ContractFact]
    public void Change_AddWhatIsThere_IsAConflict()
    {
        using IVariableRepository repository = Open();
        Done(repository, Put(Variable("a")));

        Fault(
            repository.Change(
                Station,
                "kim",
                _ => [new Edit(Variable("a"), EditKind.Put, 0)],
                Check)).Text.ShouldContain("it is there already");
    }

    [ContractFact]
    public void Change_SameContent_KeepsTheRevision()
    {
        using IVariableRepository repository = Open();
        Done(repository, Put(Variable("a")));

        EditOutcome outcome = Done(repository, Put(Variable("a")));

        (outcome.Unchanged, outcome.Changed, outcome.Set!.Variables.Single().Revision).ShouldBe((1, 0, 1));
    }

    [ContractFact]
    public void Change_OneOfSeveralRefused_DoesNothing()
    {
        using IVariableRepository repository = Open();

        EditOutcome outcome =
            Value(repository.Change(Station, "kim", _ => [Put(Variable("a")), Put(Variable("no name"))], Check));

        outcome.Faults.Single().ToString().ShouldContain("'no name' is no name");
        Value(repository.Load(Station)).Variables.ShouldBeEmpty();
        Value(repository.Changes(10)).ShouldBeEmpty();
    }

    [ContractFact]
    public void Change_CheckRefuses_RollsBack()
    {
        using IVariableRepository repository = Open();
        var limit = new StoredLimit { Station = Station, Variable = "nothing", Kind = LimitKind.Upper, Value = 1 };

        EditOutcome outcome = Value(repository.Change(Station, "kim", _ => [Put(Variable("a")), Put(limit)], Check));

        outcome.Faults.Single().What.ShouldContain("there is no variable nothing");
        Value(repository.Load(Station)).Variables.ShouldBeEmpty();
    }

    [ContractFact]
    public void Changes_AddSetRemove_HaveOldAndNew()
    {
        using IVariableRepository repository = Open();
        Done(repository, Put(Variable("a")));
        Done(repository, Put(Variable("a") with { Expression = "2" }));
        Done(repository, new Edit(Variable("a"), EditKind.Remove, 2));

        IReadOnlyList<ChangeEntry> log = Value(repository.Changes(10));

        log.Select(
            entry => (entry.Table, entry.ChangedBy, entry.Revision, entry.Old is null, entry.New is null)).ShouldBe(
        [
            ("signal_variable", "kim", 2, false, true),
            ("signal_variable", "kim", 2, false, false),
            ("signal_variable", "kim", 1, true, false),
        ]);
        log[1].Old!.ShouldContain("\"expression\":\"abs(servo1.force)\"");
        log[1].New!.ShouldContain("\"expression\":\"2\"");
        log.Select(entry => entry.RowId).Distinct().ShouldHaveSingleItem();
    }

    [ContractFact]
    public void Revision_EditsByProgramAndBySql_AreCounted()
    {
        using IVariableRepository repository = Open();
        RevisionMark start = Value(repository.Revision());
        Done(repository, Put(Variable("a")));
        RevisionMark edited = Value(repository.Revision());

        Sql("UPDATE signal_variable SET expression = '4'");

        edited.Revision.ShouldBeGreaterThan(start.Revision);
        Value(repository.Revision()).Revision.ShouldBeGreaterThan(edited.Revision);
        Value(repository.Revision()).ShouldBe(Value(repository.Revision()));
    }

    [ContractFact]
    public void Load_BrokenRows_AreNamedAndTheOthersCome()
    {
        using IVariableRepository repository = Open();
        Done(repository, Put(Variable("a")), Put(Variable("b")));
        Sql("UPDATE signal_variable SET name = 'not a name' WHERE name = 'a'");
        Sql("INSERT INTO limit_definition (station, variable, kind, value) VALUES ('lab/rig1', 'b', 'sideways', 1)");

        VariableSet set = Value(repository.Load(Station));

        set.Variables.Single().Name.ShouldBe("b");
        set.Limits.ShouldBeEmpty();
        set.Broken
            .Select(row => (row.Table, row.Id, row.Column))
            .ShouldBe([("signal_variable", 1L, "name"), ("limit_definition", 1L, "kind")]);
        set.Broken[1].ToString().ShouldBe(
            "row 1 of limit_definition is left out: kind: 'sideways' is not one of upper, lower, band, rate, "
                + "underpeak, peakvalleychange, endofcount, stale");
    }

    [ContractFact]
    public void Load_HugeText_IsABrokenRow()
    {
        using IVariableRepository repository = Open();
        Done(repository, Put(Variable("a")));
        Sql($"UPDATE signal_variable SET expression = '{new string('1', 70_000)}'");

        Value(repository.Load(Station)).Broken.Single().Column.ShouldBe("expression");
    }

    [ContractFact]
    public void Change_SecondOpenTestRun_IsRefusedByTheDatabase()
    {
        using IVariableRepository repository = Open();
        Done(repository, Put(Run("T-1")));

        Fault(
            repository.Change(Station, "kim", _ => [Put(Run("T-2"))], Check)).Kind.ShouldBe(DatabaseFaultKind.Conflict);
    }

    [ContractFact]
    public void Runs_StoppedAndOpen_ComeNewestFirst()
    {
        using IVariableRepository repository = Open();
        Done(repository, Put(Run("T-1") with { StoppedUtc = DateTimeOffset.UnixEpoch.AddDays(1) }));
        Done(repository, Put(Run("T-2")));

        Value(repository.Runs(Station, 10)).Select(run => run.Name).ShouldBe(["T-2", "T-1"]);
        Value(repository.Load(Station)).Run!.Name.ShouldBe("T-2");
    }

    [ContractFact]
    public void Change_ManyWritersAtOnce_LoseNothing()
    {
        const int Writers = 4;
        const int Each = 10;
        using IVariableRepository first = Open();
        Done(first, Put(Variable("counter") with { DisplayDigits = 0, Note = "0" }));
        Thread[] threads = [.. Enumerable.Range(0, Writers).Select(_ => new Thread(() =>
        {
            using IVariableRepository mine = Open();
            for (int i = 0; i < Each; i++)
                Done(
                    mine,
                    before => [Put(before.Variables[0] with { Note = $"{int.Parse(before.Variables[0].Note) + 1}" })]);
        }))];

        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());

        SignalVariable counter = Value(first.Load(Station)).Variables.Single();
        (counter.Note, counter.Revision).ShouldBe(($"{Writers * Each}", 1 + (Writers * Each)));
        Value(first.Changes(1000)).Count.ShouldBe(1 + (Writers * Each));
    }

    [ContractFact]
    public void Change_LockedByAnotherProgram_IsReportedAndWorksAfterwards()
    {
        using IVariableRepository repository = Open();
        Done(repository, Put(Variable("a")));
        using (Lock())
        {
            DatabaseFault fault = Fault(repository.Change(Station, "kim", _ => [Put(Variable("b"))], Check));

            fault.Kind.ShouldBe(DatabaseFaultKind.Locked);
            fault.Text.ShouldContain("is locked by another");
        }

        Eventually.True(
            () => repository.Change(Station, "kim", _ => [Put(Variable("b"))], Check).Value is not null,
            "the database works again");
    }

    [ContractFact]
    public void Load_NewestTestRun_IsNamedUntilTheNextOneBegins()
    {
        using IVariableRepository repository = Open();
        Value(repository.Load(Station)).RunIdentity.ShouldBeEmpty();
        string first = Done(repository, Put(Run("T-1"))).Set!.RunIdentity;
        string stopped = Done(
            repository, Put(Run("T-1") with { StoppedUtc = DateTimeOffset.UnixEpoch.AddDays(1) })).Set!.RunIdentity;
        string second = Done(repository, Put(Run("T-2"))).Set!.RunIdentity;

        first.ShouldNotBeEmpty();
        stopped.ShouldBe(first);
        second.ShouldNotBe(first);
    }

    [ContractFact]
    public void Load_StoppedTestRun_IsNoOpenRunAndLeavesItsSizes()
    {
        using IVariableRepository repository = Open();
        Value(repository.Load(Station)).NewestRun.ShouldBeNull();
        _ = Done(repository, Put(Run("T-1") with { S0Mm2 = 78.5 }));
        VariableSet set = Done(
            repository, Put(Run("T-1") with { S0Mm2 = 78.5, StoppedUtc = DateTimeOffset.UnixEpoch.AddDays(1) })).Set!;
        set.Run.ShouldBeNull();
        set.NewestRun!.S0Mm2.ShouldBe(78.5);
        _ = Done(repository, Put(Run("T-2") with { S0Mm2 = 50 }));
        Value(repository.Load(Station)).Run!.S0Mm2.ShouldBe(50);
    }

    [ContractFact]
    public void Load_NewerSchema_IsRefusedByName()
    {
        using (IVariableRepository made = Open())
            Value(made.Load(Station));
        Sql("INSERT INTO schema_version (version, applied_utc) VALUES (99, '2030-01-01T00:00:00.000Z')");
        using IVariableRepository repository = Open();

        DatabaseFault fault = Fault(repository.Load(Station));

        fault.Kind.ShouldBe(DatabaseFaultKind.NewerSchema);
        fault.Text.ShouldContain("has tables of version 99; this program supports up to 5");
    }

    [ContractFact]
    public void Load_TablesOfVersion1_AreBroughtUpWithTheirRows()
    {
        foreach (string statement in MigrationScripts.Load(Dialect)[0].Script.Split("\n\n"))
            Sql(statement);
        Sql("INSERT INTO schema_version (version, applied_utc) VALUES (1, '2026-01-01T00:00:00.000Z')");
        Sql("INSERT INTO signal_variable (station, name, expression) VALUES ('lab/rig1', 'old', '1')");
        using IVariableRepository repository = Open(seed: true);

        VariableSet set = Value(repository.Load(Station));

        set.Variables.Single().Name.ShouldBe("old");
        set.Variables.Single().ChangedBy.ShouldBe("sql");
        set.Variables.Single().KeepOverRuns.ShouldBeFalse();
        Done(repository, Put(Variable("old"))).Changed.ShouldBe(1);
    }

    [ContractFact]
    public void Load_LimitsOfVersion2_AreInTheUnitOfWhatTheyWatch()
    {
        foreach (Migration migration in MigrationScripts.Load(Dialect).Take(2))
        {
            foreach (string statement in Statements(migration.Script))
                Sql(statement);
            Sql(
                $"INSERT INTO schema_version (version, applied_utc) VALUES ({migration.Version}, "
                    + $"'2026-01-01T00:00:00.000Z')");
        }

        Sql(
            "INSERT INTO limit_definition (station, variable, kind, value) VALUES ('lab/rig1', 'servo1.force', "
                + "'upper', 90)");
        using IVariableRepository repository = Open();

        StoredLimit limit = Value(repository.Load(Station)).Limits.Single();

        (limit.Value, limit.Unit, limit.MinDurationCount, limit.Revision).ShouldBe((90, "", 0L, 1L));
        Done(repository, Put(limit with { Unit = "kN" })).Set!.Limits.Single().Unit.ShouldBe("kN");
    }

    [ContractFact]
    public void Load_MoreRowsThanAnyoneHas_IsRefused()
    {
        using IVariableRepository repository = Open();
        Value(repository.Load(Station));
        Sql(
            "INSERT INTO channel_alias (station, alias, channel) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i "
                + "+ 1 FROM n WHERE i < 10001) SELECT 'lab/rig1', 'a' || i, 'ad1' FROM n");

        Fault(repository.Load(Station)).Text.ShouldContain("channel_alias has more than 10000 rows");
    }

    protected abstract string Dialect { get; }

    protected abstract IVariableRepository Open(bool seed = false);

    protected abstract void Sql(string statement);

    protected abstract IDisposable Lock();

    protected virtual void Dispose(bool disposing)
    {
    }

    protected static SignalVariable Variable(string name) =>
        new() { Station = Station, Name = name, Expression = "abs(servo1.force)" };

    protected static Edit Put(Definition row) => new(row, EditKind.Put, null);

    protected static T Value<T>(DatabaseResult<T> result)
        where T : class =>
            result.Has(out T? value, out DatabaseFault? fault)
                ? value
                : throw new InvalidOperationException(fault.Text);

    protected static DatabaseFault Fault<T>(DatabaseResult<T> result)
        where T : class =>
            result.Has(out _, out DatabaseFault? fault) ? throw new InvalidOperationException("it worked") : fault;

    protected static EditOutcome Done(IVariableRepository repository, params Edit[] edits) =>
        Done(repository, _ => edits);

    private static EditOutcome Done(IVariableRepository repository, Func<VariableSet, IReadOnlyList<Edit>> plan)
    {
        EditOutcome outcome = Value(repository.Change(Station, "kim", plan, Check));
        outcome.Faults.ShouldBeEmpty();
        return outcome;
    }

    // A shell of a database takes one statement; those of a function have blank lines in none.
    private static string[] Statements(string script) => script.Split("\n\n");

    private static TestRun Run(string name) =>
        new() { Station = Station, Name = name, StartedUtc = DateTimeOffset.UnixEpoch };

    private static Definition Plain(Definition row) =>
        row with { Id = 0, Revision = 0, ChangedUtc = default, ChangedBy = "" };
}
