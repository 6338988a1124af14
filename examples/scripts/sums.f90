! A sum in a variable of the main program, which has static storage.
program sums
  implicit none
  integer :: total, i
  save
  total = 0
  do i = 1, 4
    total = total + i * i
  end do
  if (total /= 30) stop 1
end program sums
