using MessagePack;

namespace Benchmarks.Objects;

/// <summary>An employee, after the Northwind table: what a web server sends, alone and in lists of nine.</summary>
[MessagePackObject(keyAsPropertyName: true)]
public sealed class Employee
{
    private const int ListLength = 9;
    private const int FewestNotes = 120;
    private const int MostNotes = 400;
    private const string Sentence = "Education includes a BA in psychology from Colorado State University in 1970. ";

    private static readonly string[] LastNames =
    [
        "Davolio", "Fuller", "Leverling", "Peacock", "Buchanan", "Suyama", "King", "Callahan", "Dodsworth",
    ];

    private static readonly string[] FirstNames =
    [
        "Nancy", "Andrew", "Janet", "Margaret", "Steven", "Michael", "Robert", "Laura", "Anne",
    ];

    /// <summary>Number.</summary>
    public int Id { get; set; }

    /// <summary>Last name.</summary>
    public string? LastName { get; set; }

    /// <summary>First name.</summary>
    public string? FirstName { get; set; }

    /// <summary>What he or she does.</summary>
    public string? Title { get; set; }

    /// <summary>Form of address.</summary>
    public string? TitleOfCourtesy { get; set; }

    /// <summary>Date of birth, UTC.</summary>
    public DateTime BirthDate { get; set; }

    /// <summary>First day, UTC.</summary>
    public DateTime HireDate { get; set; }

    /// <summary>Street and number.</summary>
    public string? Address { get; set; }

    /// <summary>Place.</summary>
    public string? City { get; set; }

    /// <summary>Part of the country; one in three has none.</summary>
    public string? Region { get; set; }

    /// <summary>Number of the place.</summary>
    public string? PostalCode { get; set; }

    /// <summary>Country.</summary>
    public string? Country { get; set; }

    /// <summary>Telephone number.</summary>
    public string? HomePhone { get; set; }

    /// <summary>Last digits of the telephone number at work.</summary>
    public string? Extension { get; set; }

    /// <summary>120 to 400 characters.</summary>
    public string? Notes { get; set; }

    /// <summary>Number of the superior.</summary>
    public int? ReportsTo { get; set; }

    /// <summary>Where the photo is.</summary>
    public string? PhotoPath { get; set; }

    /// <summary>One.</summary>
    /// <param name="index">Which one of a list.</param>
    public static Employee Create(int index = 0) => new()
    {
        Id = index + 1,
        LastName = LastNames[index % LastNames.Length],
        FirstName = FirstNames[index % FirstNames.Length],
        Title = "Sales Representative",
        TitleOfCourtesy = index % 2 == 0 ? "Ms." : "Dr.",
        BirthDate = new DateTime(1958, 12, 8, 0, 0, 0, DateTimeKind.Utc).AddDays(index * 300),
        HireDate = new DateTime(1992, 5, 1, 8, 30, 0, DateTimeKind.Utc).AddDays(index * 100),
        Address = $"{507 + index} 20th Ave. E.",
        City = "Seattle",
        Region = index % 3 == 2 ? null : "WA",
        PostalCode = $"{98122 + index}",
        Country = "USA",
        HomePhone = $"(206) 555-{9857 - index}",
        Extension = $"{5467 - index}",
        Notes = Write(FewestNotes + (index * (MostNotes - FewestNotes) / (ListLength - 1))),
        ReportsTo = index == 1 ? null : 2,
        PhotoPath = $"http://accweb/employees/{LastNames[index % LastNames.Length]}.bmp",
    };

    /// <summary>Nine of them.</summary>
    public static Employee[] List() => [.. Enumerable.Range(0, ListLength).Select(Create)];

    private static string Write(int length) =>
        string.Concat(Enumerable.Repeat(Sentence, (length / Sentence.Length) + 1))[..length];
}
