namespace SignalMonitor.Archiving.Catalogue;

/// <summary>The condition of a search as SQL. What a person wrote is a parameter, never a part of the text.</summary>
internal static class ArchiveConditions
{
    /// <summary>The clause WHERE, and the values of its parameters from $1 on.</summary>
    public static (string Where, List<object?> Values) WhereOf(ArchiveQuery query)
    {
        List<string> conditions = [];
        List<object?> values = [];
        if (query.Rig is { } rig)
            AddRig(rig);
        if (query.Specimen is { } specimen)
            conditions.Add($"lower(specimen) LIKE lower({Add(PatternOf(specimen, isPart: true))})");
        if (query.From is { } from)
            conditions.Add($"started_utc >= {Add(from)}");
        if (query.Before is { } before)
            conditions.Add($"started_utc < {Add(before)}");
        foreach (ResultCondition one in query.Results)
            conditions.Add("EXISTS (SELECT 1 FROM test_result WHERE test_result.test = test.number AND name = "
                + $"{Add(one.Name)} AND value {(one.IsAtLeast ? ">=" : "<=")} {Add(one.Value)}"
                + (one.Unit is null ? ")" : $" AND unit = {Add(one.Unit)})"));
        if (query.After is { } after)
            conditions.Add($"(started_utc, id) < ({Add(after.StartedUtc)}, {Add(after.Id)})");
        return (conditions.Count == 0 ? "" : $"WHERE {string.Join(" AND ", conditions)}", values);

        string Add(object value)
        {
            values.Add(value);
            return $"${values.Count}";
        }

        void AddRig(string text)
        {
            string[] parts = text.Split('/', 2);
            if (parts.Length == 2)
                conditions.Add($"site {Match(parts[0])}");
            conditions.Add($"rig {Match(parts[^1])}");
        }

        // Equality, where it is meant, so that the index of rigs is used.
        string Match(string text) => text.Contains('*', StringComparison.Ordinal)
            ? $"LIKE {Add(PatternOf(text, isPart: false))}" : $"= {Add(text)}";
    }

    private static string PatternOf(string text, bool isPart)
    {
        string escaped = text.Replace(@"\", @"\\", StringComparison.Ordinal)
            .Replace("%", @"\%", StringComparison.Ordinal).Replace("_", @"\_", StringComparison.Ordinal);
        return isPart && !text.Contains('*', StringComparison.Ordinal)
            ? $"%{escaped}%" : escaped.Replace('*', '%');
    }
}
