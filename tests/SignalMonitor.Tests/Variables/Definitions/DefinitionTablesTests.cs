using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.Variables.Definitions;

public sealed class DefinitionTablesTests
{
    public static TheoryData<string> Names => [.. DefinitionTables.All.Select(table => table.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void Columns_OfEachTable_KeepTheirOwnValues(string name)
    {
        Table table = DefinitionTables.All.Single(table => table.Name == name);
        Definition row = table.Blank;

        foreach (Column column in table.Content)
        {
            object other = Another(column, row);
            Definition changed = column.With(row, other);
            column.Value(changed).ShouldBe(other, column.Name);
            table.Content.Where(same => Equals(same.Value(row), same.Value(changed)))
                .ShouldBe(table.Content.Where(same => same != column), column.Name);
        }
    }

    [Fact]
    public void Statements_OfATable_NameEveryColumnInItsOrder()
    {
        DefinitionTables.Aliases.Insert.ShouldBe("INSERT INTO channel_alias (\"revision\", \"changed_utc\", "
            + "\"changed_by\", \"station\", \"alias\", \"channel\") VALUES ($1, $2, $3, $4, $5, $6) RETURNING id");
        DefinitionTables.Aliases.SelectByKey.ShouldBe("SELECT \"id\", \"revision\", \"changed_utc\", \"changed_by\", "
            + "\"station\", \"alias\", \"channel\" FROM channel_alias WHERE \"station\" = $1 AND \"alias\" = $2");
        DefinitionTables.Units.Update.ShouldBe("UPDATE unit SET \"revision\" = $1, \"changed_utc\" = $2, "
            + "\"changed_by\" = $3, \"name\" = $4, \"dimension\" = $5, \"factor\" = $6, \"offset\" = $7 "
            + "WHERE id = $8 AND revision = $9");
    }

    [Fact]
    public void Options_OfVariablesAndRuns_HaveTheNamesAndOrderOfTheHelpText()
    {
        DefinitionTables.Variables.Editable.Select(column => column.OptionName)
            .ShouldBe(["Expression", "Unit", "Digits", "Enabled", "KeepOverRuns", "Note"]);
        DefinitionTables.Runs.Editable.Select(column => column.OptionName)
            .ShouldBe(["Operator", "Specimen", "L0", "S0", "ControlMode", "Note"]);
    }

    [Fact]
    public void Title_OfALimit_IsItsNounAndItsKey() =>
        (DefinitionTables.Limits.Blank with { Id = 1 }).Title.ShouldBe("limit  unknown warning");

    private static object Another(Column column, Definition row) => column.Value(row) switch
    {
        string text => text + "x",
        bool flag => !flag,
        long whole => whole + 1,
        int small => small + 1,
        double number => number + 1,
        DateTimeOffset time => time.AddDays(1),
        Enum member => Enum.GetValues(member.GetType()).Cast<object>().First(other => !other.Equals(member)),
        _ => column.Type == typeof(double) ? 1.5 : DateTimeOffset.UnixEpoch,
    };
}
