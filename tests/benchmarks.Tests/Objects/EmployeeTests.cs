using Benchmarks.Objects;

namespace Benchmarks.Tests.Objects;

public sealed class EmployeeTests
{
    [Fact]
    public void List_HasNine() => Employee.List().Length.ShouldBe(9);

    [Fact]
    public void List_OneInThree_HasNoRegion() => Employee.List().Count(employee => employee.Region is null).ShouldBe(3);

    [Fact]
    public void List_Notes_AreFrom120To400Characters() =>
        Employee.List().Select(employee => employee.Notes!.Length)
            .ShouldBe([120, 155, 190, 225, 260, 295, 330, 365, 400]);
}
